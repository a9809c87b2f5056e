package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Charges;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.RatingStore;
import dev.drawdown.billing.store.RatingStore.Due;
import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tells whoever watches costs what the periods that changed cost now. What changes several times
 * before its turn is rated once.
 */
@ApplicationScoped
public class RateDue {
  private final Pool pool;
  private final RatingStore ratingStore;
  private final CopyStore copyStore;
  private final RatePeriod ratePeriod;

  RateDue(Pool pool, RatingStore ratingStore, CopyStore copyStore, RatePeriod ratePeriod) {
    this.pool = pool;
    this.ratingStore = ratingStore;
    this.copyStore = copyStore;
    this.ratePeriod = ratePeriod;
  }

  /** Rates until nothing is due. */
  @Scheduled(every = "5s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  public void handle() {
    RatePeriod.Tables tables = ratePeriod.tables();
    boolean more = true;
    while (more) {
      more = Transaction.run(pool, tx -> rateOne(tx, tables));
    }
  }

  private boolean rateOne(Transaction tx, RatePeriod.Tables tables) {
    List<Due> due = ratingStore.take(tx);
    if (due.isEmpty()) {
      return false;
    }
    String id = due.getFirst().account();
    Account account = copyStore.account(tx, id).orElseThrow();
    TreeSet<YearMonth> labels = new TreeSet<>();
    due.forEach(d -> d.edges().forEach(edge -> labels.add(account.periodOf(edge).label())));
    List<Outbox.Message> messages = new ArrayList<>();
    for (YearMonth label : labels) {
      RatePeriod.Rated rated = ratePeriod.handle(id, label, tables).orElseThrow();
      if (!rated.isComplete()) {
        ratingStore.markDue(tx, Map.of(id, due.stream().map(Due::day).toList()));
        return false; // its commitments are on their way, and come back here themselves
      }
      long sequence = ratingStore.nextCharge(tx, id);
      messages.add(new Outbox.Message(Topics.CHARGE, id, Json.bytes(charge(rated, sequence))));
    }
    Outbox.put(tx, messages);
    return true;
  }

  private static ChargeChanged charge(RatePeriod.Rated rated, long sequence) {
    List<BookedUsage> usage = rated.usage();
    return new ChargeChanged(
        rated.account().id(),
        rated.period().label().toString(),
        rated.period().start(),
        rated.period().end(),
        rated.account().currency().getCurrencyCode(),
        sequence,
        Charges.usageCost(rated.result()),
        rated.result().total(),
        Charges.bySku(usage, rated.result()).stream()
            .map(s -> new ChargeChanged.Sku(s.sku(), s.unitSeconds(), s.cost()))
            .toList());
  }
}
