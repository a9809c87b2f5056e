package dev.drawdown.billing.app;

import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.RatingStore;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Takes over what the ledger says; what is known already changes nothing. */
@ApplicationScoped
public class ApplyLedgerEvents {
  private final Pool pool;
  private final CopyStore copyStore;
  private final RatingStore ratingStore;
  private final ServiceClock clock;

  ApplyLedgerEvents(Pool pool, CopyStore copyStore, RatingStore ratingStore, ServiceClock clock) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.ratingStore = ratingStore;
    this.clock = clock;
  }

  public void accounts(List<AccountChanged> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      for (AccountChanged event : events) {
        copyStore.saveAccount(tx, event);
        ratingStore.markDue(tx, event.id(), List.of(clock.now()));
      }
      tx.commit();
    }
  }

  public void commitments(List<CommitmentChanged> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      for (CommitmentChanged event : events) {
        copyStore.saveCommitment(tx, event);
        ratingStore.markDue(tx, event.account(), List.of(clock.now()));
      }
      tx.commit();
    }
  }

  public void postings(List<PostingsBooked> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      for (PostingsBooked event : events) {
        if (copyStore.apply(tx, event)) {
          ratingStore.markDue(
              tx,
              event.account(),
              event.postings().stream().map(PostingsBooked.Posting::start).toList());
        }
      }
      tx.commit();
    }
  }
}
