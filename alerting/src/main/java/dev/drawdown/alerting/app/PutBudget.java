package dev.drawdown.alerting.app;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.alerting.core.Measures;
import dev.drawdown.alerting.core.Thresholds;
import dev.drawdown.alerting.store.AlertStore;
import dev.drawdown.alerting.store.BudgetRow;
import dev.drawdown.alerting.store.ManagedStore;
import dev.drawdown.alerting.store.WatchStore;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Creates or changes a budget and evaluates it at once. A raised budget arms again only what it has
 * put out of reach.
 */
@ApplicationScoped
public class PutBudget {
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
    Outcome<Budget> outcome =
        sessions.inTransaction(
            session ->
                managedStore
                    .lock(session, "budget/" + asked.id())
                    .chain(() -> managedStore.budget(session, asked.id()))
                    .chain(row -> put(session, row, asked)));
    if (outcome instanceof Outcome.Done<Budget>) {
      Transaction.run(
          pool,
          tx -> {
            watchStore.lockBudgets(tx, asked.account());
            rearm(tx, asked);
            watch.budget(tx, asked);
            return null;
          });
      deliverDue.soon();
    }
    return outcome;
  }

  private Uni<Outcome<Budget>> put(Mutiny.Session session, BudgetRow row, Budget asked) {
    if (row == null) {
      return session.persist(new BudgetRow(asked)).replaceWith(() -> Outcome.created(asked));
    }
    if (!row.toBudget().account().equals(asked.account())) {
      return Uni.createFrom()
          .item(
              Outcome.refused(
                  Outcome.Reason.CONFLICT, "The id belongs to another account's budget."));
    }
    row.change(asked);
    return Uni.createFrom().item(Outcome.done(asked));
  }

  private void rearm(Transaction tx, Budget budget) {
    if (budget.metric() == Budget.Metric.COMMITMENT) {
      return; // its amount is the window's grant, which a budget does not change
    }
    for (String period : alertStore.raisedPeriods(tx, budget.id())) {
      watchStore
          .charge(tx, budget.account(), period)
          .map(charge -> Measures.of(budget, charge))
          .ifPresent(
              measured ->
                  Thresholds.toRearm(measured, alertStore.raised(tx, budget.id(), period))
                      .forEach(t -> alertStore.rearm(tx, budget.id(), period, t)));
    }
  }

  public Optional<Budget> find(String id) {
    return Optional.ofNullable(sessions.reading(session -> managedStore.budget(session, id)))
        .map(BudgetRow::toBudget);
  }
}
