package dev.drawdown.alerting.store;

import dev.drawdown.contracts.AlertRaised;
import dev.drawdown.contracts.ScaleDownRequested;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Alerts and scale-down requests, each once. */
@ApplicationScoped
public class AlertStore {
  /** Something in a list, with its place. */
  public record Placed<T>(long position, T value) {}

  /** Thresholds raised and not armed again, by period. */
  public List<BigDecimal> raised(Transaction tx, String budget, String period) {
    return tx.list(
        "SELECT threshold FROM alert WHERE budget = $1 AND period = $2 AND NOT rearmed",
        row -> row.getBigDecimal(0),
        budget,
        period);
  }

  /** Periods of a budget with raised thresholds. */
  public List<String> raisedPeriods(Transaction tx, String budget) {
    return tx.list(
        "SELECT DISTINCT period FROM alert WHERE budget = $1 AND NOT rearmed",
        row -> row.getString(0),
        budget);
  }

  public void rearm(Transaction tx, String budget, String period, BigDecimal threshold) {
    tx.execute(
        """
        UPDATE alert SET rearmed = true
        WHERE budget = $1 AND period = $2 AND threshold = $3 AND NOT rearmed
        """,
        budget,
        period,
        Columns.numeric(threshold));
  }

  /** Answers false when the threshold was raised before. */
  public boolean insert(Transaction tx, AlertRaised a) {
    return tx.execute(
                """
                INSERT INTO alert
                  (id, account, kind, budget, period, threshold, used, amount, percent, at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
                """,
                UUID.fromString(a.id()),
                a.account(),
                a.kind(),
                a.budget(),
                a.period(),
                Columns.numeric(a.threshold()),
                Columns.numeric(a.used()),
                Columns.numeric(a.amount()),
                Columns.numeric(a.percent()),
                Columns.utc(a.at()))
            .rowCount()
        > 0;
  }

  public List<Placed<AlertRaised>> list(Transaction tx, String account, long after, int fetch) {
    return tx.list(
        """
        SELECT * FROM alert WHERE ($1::text IS NULL OR account = $1) AND position > $2
        ORDER BY position LIMIT $3
        """,
        row ->
            new Placed<>(
                row.getLong("position"),
                new AlertRaised(
                    row.getUUID("id").toString(),
                    row.getString("account"),
                    row.getString("kind"),
                    row.getString("budget"),
                    row.getString("period"),
                    row.getBigDecimal("threshold"),
                    row.getBigDecimal("used"),
                    row.getBigDecimal("amount"),
                    row.getBigDecimal("percent"),
                    Columns.instant(row.getOffsetDateTime("at")))),
        account,
        after,
        fetch);
  }

  public long nextSequence(Transaction tx, String account, String cluster, String workload) {
    return tx.execute(
            """
            SELECT coalesce(max(sequence), 0) + 1 FROM scale_down_request
            WHERE account = $1 AND cluster = $2 AND workload = $3
            """,
            account,
            cluster,
            workload)
        .iterator()
        .next()
        .getLong(0);
  }

  /** Gives up on requests of a workload that nobody answered in time, visibly. */
  public void escalateOverdue(
      Transaction tx, String account, String cluster, String workload, Instant now) {
    tx.execute(
        """
        UPDATE scale_down_request SET status = 'ESCALATED'
        WHERE account = $1 AND cluster = $2 AND workload = $3
          AND status IN ('OPEN', 'ACCEPTED') AND deadline < $4
        """,
        account,
        cluster,
        workload,
        Columns.utc(now));
  }

  /** Answers false when the budget's period asked before, or the workload has an open request. */
  public boolean insert(Transaction tx, ScaleDownRequested r) {
    return tx.execute(
                """
                INSERT INTO scale_down_request (id, account, budget, period, cluster, workload,
                  target_gpus, floor_gpus, reason, deadline, sequence, status, dry_run)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                ON CONFLICT DO NOTHING
                """,
                UUID.fromString(r.id()),
                r.account(),
                r.budget(),
                r.period(),
                r.cluster(),
                r.workload(),
                Columns.numeric(r.targetGpus()),
                Columns.numeric(r.floorGpus()),
                r.reason(),
                Columns.utc(r.deadline()),
                r.sequence(),
                r.status(),
                r.dryRun())
            .rowCount()
        > 0;
  }

  public List<Placed<ScaleDownRequested>> requests(
      Transaction tx, String account, long after, int fetch) {
    return tx.list(
        """
        SELECT * FROM scale_down_request
        WHERE ($1::text IS NULL OR account = $1) AND position > $2 ORDER BY position LIMIT $3
        """,
        row -> new Placed<>(row.getLong("position"), request(row)),
        account,
        after,
        fetch);
  }

  public Optional<ScaleDownRequested> lockRequest(Transaction tx, UUID id) {
    return tx
        .list("SELECT * FROM scale_down_request WHERE id = $1 FOR UPDATE", AlertStore::request, id)
        .stream()
        .findFirst();
  }

  public void answer(Transaction tx, UUID id, String status, BigDecimal gpus) {
    tx.execute(
        "UPDATE scale_down_request SET status = $2, answered_gpus = $3 WHERE id = $1",
        id,
        status,
        Columns.numeric(gpus));
  }

  private static ScaleDownRequested request(Row row) {
    return new ScaleDownRequested(
        row.getUUID("id").toString(),
        row.getString("account"),
        row.getString("budget"),
        row.getString("period"),
        row.getString("cluster"),
        row.getString("workload"),
        row.getBigDecimal("target_gpus"),
        row.getBigDecimal("floor_gpus"),
        row.getString("reason"),
        Columns.instant(row.getOffsetDateTime("deadline")),
        row.getLong("sequence"),
        row.getString("status"),
        row.getBoolean("dry_run"));
  }
}
