package dev.drawdown.ledger.store;

import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.UsageClass;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Commitments as the document that is stored and published, and back. */
public final class CommitmentDocuments {
  private CommitmentDocuments() {}

  public static CommitmentChanged write(Commitment c, long version) {
    return new CommitmentChanged(
        c.id(),
        version,
        c.account(),
        c.kind().name(),
        c.skus(),
        c.regions(),
        c.classes().stream().map(UsageClass::label).collect(Collectors.toCollection(TreeSet::new)),
        c.gpus(),
        c.hours(),
        c.window().name(),
        c.start(),
        c.end(),
        c.priority(),
        c.isolation(),
        c.fee() == null ? null : new CommitmentChanged.Fee(c.fee().amount(), c.fee().per().name()),
        c.overage().stream()
            .map(t -> new CommitmentChanged.OverageTier(t.upToHours(), t.discountPercent()))
            .toList(),
        c.sla() == null ? null : write(c.sla()));
  }

  public static Commitment read(CommitmentChanged d) {
    Set<UsageClass> classes = EnumSet.noneOf(UsageClass.class);
    d.classes().forEach(label -> classes.add(UsageClass.of(label)));
    return new Commitment(
        d.id(),
        d.account(),
        Commitment.Kind.valueOf(d.kind()),
        new TreeMap<>(d.skus()),
        new TreeSet<>(d.regions()),
        classes,
        d.gpus(),
        d.hours(),
        Commitment.Window.valueOf(d.window()),
        d.start(),
        d.end(),
        d.priority(),
        d.isolation(),
        d.fee() == null
            ? null
            : new Commitment.Fee(d.fee().amount(), Commitment.Fee.Per.valueOf(d.fee().per())),
        d.overage().stream()
            .map(t -> new Commitment.OverageTier(t.upToHours(), t.discountPercent()))
            .toList(),
        d.sla() == null ? null : read(d.sla()));
  }

  private static CommitmentChanged.Sla write(Commitment.Sla sla) {
    List<CommitmentChanged.Credit> credits =
        sla.credits().stream()
            .map(c -> new CommitmentChanged.Credit(c.belowPercent(), c.creditPercent()))
            .toList();
    return new CommitmentChanged.Sla(sla.availabilityPercent(), credits);
  }

  private static Commitment.Sla read(CommitmentChanged.Sla sla) {
    List<Commitment.Sla.Credit> credits =
        sla.credits().stream()
            .map(c -> new Commitment.Sla.Credit(c.belowPercent(), c.creditPercent()))
            .toList();
    return new Commitment.Sla(sla.availabilityPercent(), credits);
  }
}
