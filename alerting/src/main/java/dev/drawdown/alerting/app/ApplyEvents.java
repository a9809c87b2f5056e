package dev.drawdown.alerting.app;

import dev.drawdown.alerting.store.WatchStore;
import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;

/** Takes over what the other services say, and evaluates whom it concerns. */
@ApplicationScoped
public class ApplyEvents {
  /** Usage of a workload, as far as alerting cares. */
  public record WorkloadUsed(
      String account, String workload, String usageClass, Instant usedUntil) {}

  private final Pool pool;
  private final Watch watch;
  private final WatchStore watchStore;
  private final DeliverDue deliverDue;

  ApplyEvents(Pool pool, Watch watch, WatchStore watchStore, DeliverDue deliverDue) {
    this.pool = pool;
    this.watch = watch;
    this.watchStore = watchStore;
    this.deliverDue = deliverDue;
  }

  public void charges(List<ChargeChanged> charges) {
    try (Transaction tx = Transaction.begin(pool)) {
      watch.charges(tx, charges);
      tx.commit();
    }
    deliverDue.soon();
  }

  public void postings(List<PostingsBooked> events) {
    try (Transaction tx = Transaction.begin(pool)) {
      watch.postings(tx, events);
      tx.commit();
    }
    deliverDue.soon();
  }

  public void workloads(List<WorkloadUsed> used) {
    if (used.isEmpty()) {
      return;
    }
    try (Transaction tx = Transaction.begin(pool)) {
      used.forEach(
          w ->
              watchStore.sawWorkload(tx, w.account(), w.workload(), w.usageClass(), w.usedUntil()));
      tx.commit();
    }
  }
}
