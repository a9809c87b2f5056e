package dev.drawdown.billing.app;

import dev.drawdown.billing.store.CloseStore;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.JournalStore;
import dev.drawdown.billing.store.RatingStore;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes over what the ledger says; what is known already changes nothing. */
@ApplicationScoped
public class ApplyLedgerEvents {
  private final Pool pool;
  private final CopyStore copyStore;
  private final JournalStore journalStore;
  private final RatingStore ratingStore;
  private final CloseStore closeStore;
  private final ServiceClock clock;

  ApplyLedgerEvents(
      Pool pool,
      CopyStore copyStore,
      JournalStore journalStore,
      RatingStore ratingStore,
      CloseStore closeStore,
      ServiceClock clock) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.journalStore = journalStore;
    this.ratingStore = ratingStore;
    this.closeStore = closeStore;
    this.clock = clock;
  }

  public void accounts(List<AccountChanged> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      Map<String, List<Instant>> due = new TreeMap<>();
      for (AccountChanged event : events) {
        copyStore.saveAccount(tx, event);
        due.put(event.id(), List.of(clock.now()));
      }
      ratingStore.markDue(tx, due);
      closeStore.reopen(tx, earliest(due));
      tx.commit();
    }
  }

  public void commitments(List<CommitmentChanged> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      Map<String, List<Instant>> due = new TreeMap<>();
      for (CommitmentChanged event : events) {
        copyStore.saveCommitment(tx, event);
        due.put(event.account(), List.of(clock.now(), event.start()));
      }
      ratingStore.markDue(tx, due);
      closeStore.reopen(tx, earliest(due));
      tx.commit();
    }
  }

  public void postings(List<PostingsBooked> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      Map<String, List<Instant>> due = new TreeMap<>();
      JournalStore.Fresh fresh = journalStore.apply(tx, events);
      fresh
          .postings()
          .forEach(
              (account, postings) ->
                  due.put(
                      account,
                      new ArrayList<>(
                          postings.stream().map(PostingsBooked.Posting::start).toList())));
      fresh.outages().forEach(o -> due.get(o.account()).add(o.outage().start()));
      ratingStore.markDue(tx, due);
      closeStore.reopen(tx, earliest(due));
      tx.commit();
    }
  }

  private static Map<String, Instant> earliest(Map<String, List<Instant>> due) {
    Map<String, Instant> earliest = new TreeMap<>();
    due.forEach(
        (account, instants) ->
            instants.stream().min(Instant::compareTo).ifPresent(i -> earliest.put(account, i)));
    return earliest;
  }
}
