package dev.drawdown.alerting.store;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

  /** An allowance of an account, as postings up to a sequence number left it. */
  public record Moved(String account, PostingsBooked.Window window, long sequence) {}

  /** Takes over allowances unless newer ones are known; answers those it did, by account. */
  public Map<String, List<PostingsBooked.Window>> saveAllowances(
      Transaction tx, List<Moved> moved) {
    Map<List<Object>, Moved> newest = new LinkedHashMap<>();
    moved.forEach(
        m -> newest.put(List.of(m.account(), m.window().commitment(), m.window().start()), m));
    List<Moved> rows = List.copyOf(newest.values());
    Map<String, List<PostingsBooked.Window>> saved = new TreeMap<>();
    tx.execute(
            """
            INSERT INTO allowance_copy
              (account, commitment, window_start, window_end, granted, drawn, sequence)
            SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[],
              $5::numeric[], $6::numeric[], $7::bigint[]) ORDER BY 1, 2, 3
            ON CONFLICT (account, commitment, window_start) DO UPDATE SET
              window_end = EXCLUDED.window_end, granted = EXCLUDED.granted,
              drawn = EXCLUDED.drawn, sequence = EXCLUDED.sequence
            WHERE allowance_copy.sequence <= EXCLUDED.sequence
            RETURNING account, commitment, window_start, window_end, granted, drawn
            """,
            Columns.text(rows, Moved::account),
            Columns.text(rows, m -> m.window().commitment()),
            Columns.time(rows, m -> m.window().start()),
            Columns.time(rows, m -> m.window().end()),
            Columns.decimal(rows, m -> m.window().granted()),
            Columns.decimal(rows, m -> m.window().drawn()),
            Columns.number(rows, Moved::sequence))
        .forEach(
            row ->
                saved
                    .computeIfAbsent(row.getString("account"), a -> new ArrayList<>())
                    .add(window(row)));
    return saved;
  }

  private static PostingsBooked.Window window(Row row) {
    return new PostingsBooked.Window(
        row.getString("commitment"),
        Columns.instant(row.getOffsetDateTime("window_start")),
        Columns.instant(row.getOffsetDateTime("window_end")),
        row.getBigDecimal("granted"),
        row.getBigDecimal("drawn"));
  }

  /** Locks accounts for evaluation, in one order, whether or not they have budgets yet. */
  public void lockAccounts(Transaction tx, Collection<String> accounts) {
    tx.execute(
        """
        SELECT pg_advisory_xact_lock(hashtextextended(account, 1))
        FROM (SELECT unnest($1::text[]) AS account ORDER BY 1) a
        """,
        (Object) accounts.stream().distinct().sorted().toArray(String[]::new));
  }

  /** Budgets of accounts, by account; read after their lock. */
  public Map<String, List<Budget>> budgets(Transaction tx, Collection<String> accounts) {
    Map<String, List<Budget>> budgets = new TreeMap<>();
    tx.execute(
            "SELECT account, document FROM budget WHERE account = ANY($1) ORDER BY id",
            (Object) accounts.stream().distinct().toArray(String[]::new))
        .forEach(
            row ->
                budgets
                    .computeIfAbsent(row.getString("account"), a -> new ArrayList<>())
                    .add(BudgetRow.read(row.getString("document"))));
    return budgets;
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
            WatchStore::window,
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
