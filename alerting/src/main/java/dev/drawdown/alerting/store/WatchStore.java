package dev.drawdown.alerting.store;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The newest pictures of costs and allowances, and which budgets watch them. */
@ApplicationScoped
public class WatchStore {
  /** Takes over a picture unless a newer one is known; answers whether it did. */
  public boolean saveCharge(Transaction tx, ChargeChanged charge) {
    return tx.execute(
                """
                INSERT INTO charge_copy (account, period, period_end, sequence, document)
                VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (account, period) DO UPDATE SET sequence = EXCLUDED.sequence,
                  period_end = EXCLUDED.period_end, document = EXCLUDED.document
                WHERE charge_copy.sequence < EXCLUDED.sequence
                """,
                charge.account(),
                charge.period(),
                Columns.utc(charge.end()),
                charge.sequence(),
                Json.text(charge))
            .rowCount()
        > 0;
  }

  /** Takes over an allowance unless a newer one is known; answers whether it did. */
  public boolean saveAllowance(
      Transaction tx, String account, PostingsBooked.Window window, long sequence) {
    return tx.execute(
                """
                INSERT INTO allowance_copy
                  (account, commitment, window_start, window_end, granted, drawn, sequence)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                ON CONFLICT (account, commitment, window_start) DO UPDATE SET
                  window_end = EXCLUDED.window_end, granted = EXCLUDED.granted,
                  drawn = EXCLUDED.drawn, sequence = EXCLUDED.sequence
                WHERE allowance_copy.sequence < EXCLUDED.sequence
                """,
                account,
                window.commitment(),
                Columns.utc(window.start()),
                Columns.utc(window.end()),
                Columns.numeric(window.granted()),
                Columns.numeric(window.drawn()),
                sequence)
            .rowCount()
        > 0;
  }

  /** Budgets of an account, locked: one evaluation of an account at a time. */
  public List<Budget> lockBudgets(Transaction tx, String account) {
    return tx.list(
        "SELECT document FROM budget WHERE account = $1 ORDER BY id FOR UPDATE",
        row -> BudgetRow.read(row.getString(0)),
        account);
  }

  /** The picture of the period that holds an instant. */
  public Optional<ChargeChanged> chargeAt(Transaction tx, String account, Instant now) {
    return tx
        .list(
            """
            SELECT document FROM charge_copy WHERE account = $1 AND period_end > $2
            ORDER BY period_end LIMIT 1
            """,
            row -> Json.read(row.getString(0), ChargeChanged.class),
            account,
            Columns.utc(now))
        .stream()
        .findFirst();
  }

  public Optional<ChargeChanged> charge(Transaction tx, String account, String period) {
    return tx
        .list(
            "SELECT document FROM charge_copy WHERE account = $1 AND period = $2",
            row -> Json.read(row.getString(0), ChargeChanged.class),
            account,
            period)
        .stream()
        .findFirst();
  }

  /** A commitment's window that holds an instant, if anything was drawn from it. */
  public Optional<PostingsBooked.Window> allowanceAt(
      Transaction tx, String account, String commitment, Instant now) {
    return tx
        .list(
            """
            SELECT * FROM allowance_copy
            WHERE account = $1 AND commitment = $2 AND window_start <= $3 AND window_end > $3
            """,
            row ->
                new PostingsBooked.Window(
                    row.getString("commitment"),
                    Columns.instant(row.getOffsetDateTime("window_start")),
                    Columns.instant(row.getOffsetDateTime("window_end")),
                    row.getBigDecimal("granted"),
                    row.getBigDecimal("drawn")),
            account,
            commitment,
            Columns.utc(now))
        .stream()
        .findFirst();
  }

  /** Remembers when workloads were last used, by class. */
  public void sawWorkload(
      Transaction tx, String account, String workload, String usageClass, Instant usedUntil) {
    tx.execute(
        """
        INSERT INTO workload_seen AS w (account, workload, usage_class, last_used_at)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (account, workload, usage_class) DO UPDATE
          SET last_used_at = greatest(w.last_used_at, EXCLUDED.last_used_at)
        """,
        account,
        workload,
        usageClass,
        Columns.utc(usedUntil));
  }

  /** Whether the hour before a workload's latest use holds any reserved usage. */
  public boolean isReserved(Transaction tx, String account, String workload) {
    return tx.execute(
            """
            SELECT coalesce(max(last_used_at) FILTER (WHERE usage_class = 'reserved')
              > max(last_used_at) - interval '1 hour', false)
            FROM workload_seen WHERE account = $1 AND workload = $2
            """,
            account,
            workload)
        .iterator()
        .next()
        .getBoolean(0);
  }
}
