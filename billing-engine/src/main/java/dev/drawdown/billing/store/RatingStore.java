package dev.drawdown.billing.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which accounts' periods have changed and are to be rated again. */
@ApplicationScoped
public class RatingStore {
  /** A day, in UTC, on which something of an account has changed. */
  public record Due(String account, Instant day) {
    /** The first and last instants of the day: it may lie in two billing periods. */
    public List<Instant> edges() {
      return List.of(day, day.plus(Duration.ofDays(1)).minusNanos(1_000));
    }
  }

  /** Marks the days of instants, by account. */
  public void markDue(Transaction tx, Map<String, List<Instant>> instants) {
    Set<Due> due = new LinkedHashSet<>();
    instants.forEach(
        (account, all) ->
            all.forEach(i -> due.add(new Due(account, i.truncatedTo(ChronoUnit.DAYS)))));
    List<Due> rows = List.copyOf(due);
    tx.execute(
        """
        INSERT INTO rating_due (account, day)
        SELECT account, day FROM unnest($1::text[], $2::timestamptz[]) AS d (account, day)
        ORDER BY account, day ON CONFLICT DO NOTHING
        """,
        Columns.text(rows, Due::account),
        Columns.time(rows, Due::day));
  }

  /** Marks whoever used a SKU since an instant. */
  public void markUsersDue(Transaction tx, String sku, Instant since) {
    tx.execute(
        """
        INSERT INTO rating_due (account, day)
        SELECT DISTINCT account, date_trunc('day', slice_start, 'UTC') FROM booked_usage
        WHERE sku = $1 AND slice_start >= $2 ON CONFLICT DO NOTHING
        """,
        sku,
        Columns.utc(since));
  }

  /** Takes one known account with all its due days; other instances take others. */
  public List<Due> take(Transaction tx) {
    return tx.list(
        """
        WITH one AS (
          SELECT d.account FROM rating_due d JOIN account_copy a ON a.id = d.account
          LIMIT 1 FOR UPDATE OF d SKIP LOCKED
        )
        DELETE FROM rating_due d USING one WHERE d.account = one.account
        RETURNING d.account, d.day
        """,
        row -> new Due(row.getString("account"), Columns.instant(row.getOffsetDateTime("day"))));
  }

  public long nextCharge(Transaction tx, String account) {
    return tx.execute(
            """
            INSERT INTO charge_sequence (account, last) VALUES ($1, 1)
            ON CONFLICT (account) DO UPDATE SET last = charge_sequence.last + 1 RETURNING last
            """,
            account)
        .iterator()
        .next()
        .getLong(0);
  }
}
