package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Calendar;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.NetUsage;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.store.QueryStore;
import dev.drawdown.ledger.store.QueryStore.Booked;
import dev.drawdown.ledger.store.QueryStore.Journal;
import dev.drawdown.ledger.store.QueryStore.Refusal;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Tells what became of one event. */
@ApplicationScoped
public class FindReceipt {
  /**
   * All that is known of an identity.
   *
   * @param booked null when it was only ever refused
   * @param net what a usage event counts for, or the corrected event of a correction; may be null
   * @param shares what a usage event took, slice by slice
   * @param journal the postings of those slices
   */
  public record Receipt(
      Identity identity,
      Booked booked,
      NetUsage net,
      List<Refusal> conflicts,
      List<Refusal> rejections,
      List<Share> shares,
      List<Journal> journal) {}

  private final Pool pool;
  private final QueryStore queryStore;
  private final ReportUsage reportUsage;

  FindReceipt(Pool pool, QueryStore queryStore, ReportUsage reportUsage) {
    this.pool = pool;
    this.queryStore = queryStore;
    this.reportUsage = reportUsage;
  }

  public Optional<Receipt> handle(Account account, Identity identity) {
    Receipt known =
        Transaction.run(
            pool,
            tx -> {
              Booked booked = queryStore.event(tx, identity).orElse(null);
              return new Receipt(
                  identity,
                  booked,
                  booked == null ? null : net(tx, booked.fact()),
                  queryStore.conflicts(tx, identity),
                  queryStore.rejections(tx, identity),
                  List.of(),
                  List.of());
            });
    if (known.booked() == null && known.rejections().isEmpty()) {
      return Optional.empty();
    }
    boolean usage = known.booked() != null && known.booked().fact() instanceof Fact.Usage;
    return Optional.of(usage ? withShares(account, known) : known);
  }

  private Receipt withShares(Account account, Receipt known) {
    Calendar calendar = account.calendar();
    Slice stretch = new Slice(calendar.hourOf(known.net().start()).start(), known.net().end());
    List<Share> own =
        reportUsage.shares(account, stretch).stream()
            .filter(share -> share.usage().event().identity().equals(known.identity()))
            .toList();
    List<Journal> journal =
        Transaction.run(pool, tx -> queryStore.journal(tx, account.id(), stretch));
    return new Receipt(
        known.identity(),
        known.booked(),
        known.net(),
        known.conflicts(),
        known.rejections(),
        own,
        journal);
  }

  private NetUsage net(Transaction tx, Fact fact) {
    Identity target =
        switch (fact) {
          case Fact.Usage usage -> usage.identity();
          case Fact.Correction correction -> correction.corrects();
          case Fact.Notice notice -> null;
        };
    if (target == null) {
      return null;
    }
    return queryStore
        .event(tx, target)
        .map(Booked::fact)
        .filter(Fact.Usage.class::isInstance)
        .map(usage -> NetUsage.of((Fact.Usage) usage, queryStore.corrections(tx, target)))
        .orElse(null);
  }
}
