package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.NetUsage;
import dev.drawdown.ledger.core.Slice;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an account's events say of a stretch of time, corrections included. */
@ApplicationScoped
public class HistoryStore {
  private static final String OVERLAPPING =
      "SELECT o.source AS by_source, e.id AS by_id, "
          + FactRows.COLUMNS
          + """
           FROM account_book b JOIN event e ON e.book = b.number
          JOIN event_source o ON o.number = e.source
          """
          + FactRows.DETAILS
          + """
          WHERE b.account = $1 AND e.series IS NOT NULL AND e.starts_at < $3
            AND date_bin('1 hour', e.ends_at, '2000-01-01 00:00:00+00')
              BETWEEN date_bin('1 hour', $2, '2000-01-01 00:00:00+00')
              AND $3 + make_interval(secs => b.longest_seconds)
            AND (e.ends_at > $2 OR (e.ends_at = $2 AND e.starts_at = $2))
          """;

  private static final String CORRECTIONS =
      """
      SELECT o.source AS by_source, k.id AS by_id, k.quantity, c.starts_at,
        t.source AS corrects_source, k.corrects_id
      FROM account_book b
      JOIN correction k ON k.book = b.number
      JOIN event c ON c.book = k.book AND c.source = k.source AND c.id = k.id
      JOIN event_source o ON o.number = k.source
      JOIN event_source t ON t.number = k.corrects_source
      JOIN event e ON e.book = k.book AND e.source = k.corrects_source AND e.id = k.corrects_id
      WHERE b.account = $1 AND b.corrections > 0 AND e.starts_at < $3 AND e.ends_at >= $2
      """;

  /** The net events of an account that overlap a stretch of time. */
  public List<NetUsage> overlapping(Transaction tx, String account, Slice stretch) {
    List<Fact.Usage> events =
        tx.list(
            OVERLAPPING,
            row -> (Fact.Usage) FactRows.fact(identity(account, row), row),
            account,
            Columns.utc(stretch.start()),
            Columns.utc(stretch.end()));
    Map<Identity, List<Fact.Correction>> corrections =
        corrections(tx, account, stretch.start(), stretch.end());
    return events.stream()
        .map(e -> NetUsage.of(e, corrections.getOrDefault(e.identity(), List.of())))
        .toList();
  }

  /** How many events of an account end in each hour of UTC. */
  public SortedMap<Instant, Long> endings(Transaction tx, String account) {
    SortedMap<Instant, Long> endings = new TreeMap<>();
    tx.execute(
            """
            SELECT date_bin('1 hour', e.ends_at, '2000-01-01 00:00:00+00'), count(*)
            FROM account_book b JOIN event e ON e.book = b.number
            WHERE b.account = $1 AND e.series IS NOT NULL GROUP BY 1
            """,
            account)
        .forEach(row -> endings.put(Columns.instant(row.getOffsetDateTime(0)), row.getLong(1)));
    return endings;
  }

  private static Map<Identity, List<Fact.Correction>> corrections(
      Transaction tx, String account, Instant from, Instant to) {
    Map<Identity, List<Fact.Correction>> byTarget = new HashMap<>();
    tx.execute(CORRECTIONS, account, Columns.utc(from), Columns.utc(to))
        .forEach(
            row -> {
              Identity target =
                  new Identity(
                      account, row.getString("corrects_source"), EventIds.text(row, "corrects_id"));
              byTarget
                  .computeIfAbsent(target, t -> new ArrayList<>())
                  .add(
                      new Fact.Correction(
                          identity(account, row),
                          target,
                          FactRows.change(row),
                          Columns.instant(row.getOffsetDateTime("starts_at"))));
            });
    return byTarget;
  }

  private static Identity identity(String account, Row row) {
    return new Identity(account, row.getString("by_source"), EventIds.text(row, "by_id"));
  }
}
