package dev.drawdown.billing.app;

import dev.drawdown.billing.app.RatePeriod.Asked;
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
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tells whoever watches costs what the periods that changed cost now. What changes several times
 * before its turn is rated once.
 */
@ApplicationScoped
public class RateDue {
  private static final int DAYS_AT_ONCE = 200;

  /** So few that a whole month of each fits into memory. */
  private static final int PERIODS_AT_ONCE = 20;

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
    Set<String> waiting = new HashSet<>();
    boolean more = true;
    while (more) {
      more = Transaction.run(pool, tx -> rateSome(tx, tables, waiting));
    }
  }

  /**
   * Rates some of what is due; false when nothing was.
   *
   * @param waiting grows by accounts whose commitments are still on their way; they stay due
   */
  private boolean rateSome(Transaction tx, RatePeriod.Tables tables, Set<String> waiting) {
    Map<String, List<Instant>> days = new TreeMap<>();
    for (Due due : ratingStore.take(tx, DAYS_AT_ONCE, waiting)) {
      days.computeIfAbsent(due.account(), a -> new ArrayList<>()).add(due.day());
    }
    if (days.isEmpty()) {
      return false;
    }
    List<Asked> asked = asked(days, copyStore.accounts(tx, days.keySet()));
    SortedMap<String, Integer> counts = new TreeMap<>();
    asked.forEach(a -> counts.merge(a.account().id(), 1, Integer::sum));
    Map<String, Long> numbers = ratingStore.reserveCharges(tx, counts);
    List<Outbox.Message> messages = new ArrayList<>();
    for (int from = 0; from < asked.size(); from += PERIODS_AT_ONCE) {
      List<Asked> some = asked.subList(from, Math.min(from + PERIODS_AT_ONCE, asked.size()));
      for (RatePeriod.Rated rated : ratePeriod.rate(tx, some, tables)) {
        String id = rated.account().id();
        if (rated.isComplete()) {
          long number = numbers.merge(id, -1L, Long::sum) + 1;
          messages.add(new Outbox.Message(Topics.CHARGE, id, Json.bytes(charge(rated, number))));
        } else {
          waiting.add(id);
        }
      }
    }
    days.keySet().retainAll(waiting);
    ratingStore.markDue(tx, days);
    Outbox.put(tx, messages);
    return true;
  }

  /** The periods in which the days lie. */
  private static List<Asked> asked(Map<String, List<Instant>> days, Map<String, Account> accounts) {
    List<Asked> asked = new ArrayList<>();
    days.forEach(
        (id, all) -> {
          Account account = accounts.get(id);
          TreeSet<YearMonth> labels = new TreeSet<>();
          all.forEach(
              day ->
                  new Due(id, day)
                      .edges()
                      .forEach(edge -> labels.add(account.periodOf(edge).label())));
          labels.forEach(label -> asked.add(new Asked(account, label)));
        });
    return asked;
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
