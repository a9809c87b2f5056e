package dev.drawdown.alerting.app;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.alerting.core.Measures;
import dev.drawdown.alerting.core.Thresholds;
import dev.drawdown.alerting.store.AlertStore;
import dev.drawdown.alerting.store.BudgetRow;
import dev.drawdown.alerting.store.ManagedStore;
import dev.drawdown.alerting.store.WatchStore;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Creates or changes a budget and evaluates it at once. A raised budget arms again only what it has
 * put out of reach.
 */
@ApplicationScoped
public class PutBudget {
  /** A budget before a change, null when it is new, and after it. */
  private record Put(Budget before, Budget now) {}

  private final Pool pool;
  private final Sessions sessions;
  private final ManagedStore managedStore;
  private final AlertStore alertStore;
  private final WatchStore watchStore;
  private final Watch watch;
  private final DeliverDue deliverDue;

  PutBudget(
      Pool pool,
      Mutiny.SessionFactory factory,
      ManagedStore managedStore,
      AlertStore alertStore,
      WatchStore watchStore,
      Watch watch,
      DeliverDue deliverDue) {
    this.pool = pool;
    this.sessions = new Sessions(factory);
    this.managedStore = managedStore;
    this.alertStore = alertStore;
    this.watchStore = watchStore;
    this.watch = watch;
    this.deliverDue = deliverDue;
  }

  public Outcome<Budget> handle(Budget asked) {
    Outcome<Put> outcome =
        sessions.inTransaction(
            session ->
                NameLock.take(session, "budget/" + asked.id())
                    .chain(() -> managedStore.budget(session, asked.id()))
                    .chain(row -> put(session, row, asked)));
    if (outcome instanceof Outcome.Done<Put> done) {
      evaluate(done.value());
      deliverDue.soon();
    }
    return outcome.map(Put::now);
  }

  /** Evaluates what is stored by now, which a concurrent change may have moved on. */
  private void evaluate(Put put) {
    Transaction.run(
        pool,
        tx -> {
          watch
              .lockedBudgets(tx, List.of(put.now().account()))
              .getOrDefault(put.now().account(), List.of())
              .stream()
              .filter(stored -> stored.id().equals(put.now().id()))
              .forEach(
                  stored -> {
                    rearm(tx, put.before(), stored);
                    watch.budget(tx, stored);
                  });
          return null;
        });
  }

  private Uni<Outcome<Put>> put(Mutiny.Session session, BudgetRow row, Budget asked) {
    if (row == null) {
      return session
          .persist(new BudgetRow(asked))
          .replaceWith(() -> Outcome.created(new Put(null, asked)));
    }
    Budget before = row.toBudget();
    if (!before.account().equals(asked.account())) {
      return Uni.createFrom()
          .item(
              Outcome.refused(
                  Outcome.Reason.CONFLICT, "The id belongs to another account's budget."));
    }
    row.change(asked);
    return Uni.createFrom().item(Outcome.done(new Put(before, asked)));
  }

  private void rearm(Transaction tx, Budget before, Budget now) {
    if (!Thresholds.mayRearm(before, now)) {
      return;
    }
    for (String period : alertStore.raisedPeriods(tx, now.id())) {
      List<BigDecimal> raised = alertStore.raised(tx, now.id(), period);
      List<BigDecimal> open =
          now.metric() == Budget.Metric.COMMITMENT
              ? raised
              : watchStore
                  .charge(tx, now.account(), period)
                  .map(charge -> Thresholds.toRearm(Measures.of(now, charge), raised))
                  .orElse(List.of());
      open.forEach(threshold -> alertStore.rearm(tx, now.id(), period, threshold));
    }
  }

  public Optional<Budget> find(String id) {
    return Optional.ofNullable(sessions.reading(session -> managedStore.budget(session, id)))
        .map(BudgetRow::toBudget);
  }
}
