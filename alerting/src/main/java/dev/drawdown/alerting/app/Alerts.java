package dev.drawdown.alerting.app;

import dev.drawdown.alerting.store.AlertStore;
import dev.drawdown.alerting.store.AlertStore.Placed;
import dev.drawdown.contracts.AlertRaised;
import dev.drawdown.contracts.ScaleDownRequested;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Lists alerts and scale-down requests, and takes the clusters' answers. */
@ApplicationScoped
public class Alerts {
  private static final Set<String> UNDECIDED = Set.of("OPEN", "ACCEPTED");

  private final Pool pool;
  private final AlertStore alertStore;

  Alerts(Pool pool, AlertStore alertStore) {
    this.pool = pool;
    this.alertStore = alertStore;
  }

  /** Alerts of an account, or of all when it is null. */
  public List<Placed<AlertRaised>> list(String account, long after, int fetch) {
    return Transaction.run(pool, tx -> alertStore.list(tx, account, after, fetch));
  }

  public List<Placed<ScaleDownRequested>> requests(String account, long after, int fetch) {
    return Transaction.run(pool, tx -> alertStore.requests(tx, account, after, fetch));
  }

  /** Takes a cluster's answer; the same answer again is harmless. */
  public Outcome<ScaleDownRequested> answer(UUID id, String status, BigDecimal gpus) {
    return Transaction.run(
        pool,
        tx -> {
          Optional<ScaleDownRequested> request = alertStore.lockRequest(tx, id);
          if (request.isEmpty()) {
            return Outcome.notFound("The request " + id);
          }
          String before = request.get().status();
          if (!before.equals(status) && !UNDECIDED.contains(before)) {
            return Outcome.refused(
                Outcome.Reason.CONFLICT, "The request is " + before + " already.");
          }
          alertStore.answer(tx, id, status, gpus);
          return Outcome.done(alertStore.lockRequest(tx, id).orElseThrow());
        });
  }
}
