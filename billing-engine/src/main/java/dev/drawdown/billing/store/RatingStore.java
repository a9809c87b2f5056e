package dev.drawdown.billing.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

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

  /**
   * Takes due days of known accounts, except some, that have waited longest; other instances take
   * others.
   *
   * @param except accounts that cannot be rated yet
   */
  public List<Due> take(Transaction tx, int most, Set<String> except) {
    return tx.list(
        """
        WITH chosen AS (
          SELECT d.account, d.day FROM rating_due d JOIN account_copy a ON a.id = d.account
          WHERE d.account <> ALL($2) ORDER BY d.position LIMIT $1
          FOR UPDATE OF d SKIP LOCKED
        )
        DELETE FROM rating_due d USING chosen c WHERE d.account = c.account AND d.day = c.day
        RETURNING d.account, d.day
        """,
        row -> new Due(row.getString("account"), Columns.instant(row.getOffsetDateTime("day"))),
        most,
        except.toArray(String[]::new));
  }

  /**
   * Reserves charge numbers, and keeps others from rating the accounts until the transaction ends:
   * so a picture with a higher number is never the older one.
   *
   * @return the last number of each account
   */
  public Map<String, Long> reserveCharges(Transaction tx, SortedMap<String, Integer> counts) {
    List<Map.Entry<String, Integer>> rows = List.copyOf(counts.entrySet());
    Map<String, Long> last = new HashMap<>();
    tx.execute(
            """
            INSERT INTO charge_sequence (account, last)
            SELECT * FROM unnest($1::text[], $2::integer[]) ORDER BY 1
            ON CONFLICT (account) DO UPDATE SET last = charge_sequence.last + EXCLUDED.last
            RETURNING account, last
            """,
            Columns.text(rows, Map.Entry::getKey),
            Columns.integer(rows, Map.Entry::getValue))
        .forEach(row -> last.put(row.getString(0), row.getLong(1)));
    return last;
  }
}
