package dev.drawdown.ledger.http;

import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.ledger.app.ShowAllowances;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.UsageClass;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** A commitment as it is answered; hours with 6 decimals are those of the current window. */
public record CommitmentView(
    String id,
    String account,
    String kind,
    List<CommitmentBody.Sku> skus,
    Collection<String> regions,
    List<String> classes,
    BigDecimal gpus,
    BigDecimal hours,
    String window,
    Instant start,
    Instant end,
    int priority,
    String isolation,
    CommitmentChanged.Fee fee,
    List<CommitmentChanged.OverageTier> overage,
    CommitmentChanged.Sla sla,
    Instant windowStart,
    Instant windowEnd,
    BigDecimal granted,
    BigDecimal drawn,
    BigDecimal remaining,
    BigDecimal lapsed) {

  static CommitmentView of(ShowAllowances.Shown shown) {
    Commitment c = shown.commitment();
    CommitmentChanged document = dev.drawdown.ledger.store.CommitmentDocuments.write(c, 0);
    var window = shown.window();
    return new CommitmentView(
        c.id(),
        c.account(),
        c.kind().name(),
        c.skus().entrySet().stream()
            .map(e -> new CommitmentBody.Sku(e.getKey(), e.getValue().toPlainString()))
            .toList(),
        c.regions(),
        c.classes().stream().map(UsageClass::label).toList(),
        c.gpus(),
        c.hours(),
        c.window().name(),
        c.start(),
        c.end(),
        c.priority(),
        c.isolation(),
        document.fee(),
        document.overage(),
        document.sla(),
        window.id().start(),
        window.end(),
        window.granted().hours(),
        window.drawn().hours(),
        window.left().minus(shown.lapsed()).hours(),
        shown.lapsed().hours());
  }
}
