package dev.drawdown.billing.store;

import dev.drawdown.billing.core.Account;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Accounts that close their periods by themselves, and how far they have come. */
@ApplicationScoped
public class CloseStore {
  private static final int AT_ONCE = 500;

  /**
   * An account that closes by itself.
   *
   * @param closedThrough the last period that needs no more looking; null when none was closed
   */
  public record Closing(Account account, int graceHours, YearMonth closedThrough) {}

  /** Some of the accounts, in the order of their ids. */
  public List<Closing> closings(Transaction tx, String after) {
    return tx.list(
        """
        SELECT document, grace_hours, closed_through FROM account_copy
        WHERE grace_hours IS NOT NULL AND id > $1 ORDER BY id LIMIT $2
        """,
        row ->
            new Closing(
                Copies.account(Json.read(row.getString(0), AccountChanged.class)),
                row.getInteger(1),
                row.getString(2) == null ? null : YearMonth.parse(row.getString(2))),
        after,
        AT_ONCE);
  }

  public void closedThrough(Transaction tx, String account, YearMonth period) {
    tx.execute(
        "UPDATE account_copy SET closed_through = $2 WHERE id = $1", account, period.toString());
  }

  /**
   * Has accounts looked at from the beginning again, because something was added to a time that
   * needed no more looking. Months are told a day early, for zones west of UTC.
   */
  public void reopen(Transaction tx, Map<String, Instant> earliest) {
    List<Map.Entry<String, Instant>> rows = List.copyOf(earliest.entrySet());
    tx.send(
        """
        UPDATE account_copy a SET closed_through = NULL
        FROM unnest($1::text[], $2::timestamptz[]) AS n (account, earliest)
        WHERE a.id = n.account AND a.closed_through IS NOT NULL
          AND a.closed_through >= to_char(n.earliest AT TIME ZONE 'UTC'
            - make_interval(days => (a.document::jsonb ->> 'billingDay')::integer), 'YYYY-MM')
        """,
        Columns.text(rows, Map.Entry::getKey),
        Columns.time(rows, Map.Entry::getValue));
  }

  /** When an account was first used or began a commitment. */
  public Optional<Instant> firstUse(Transaction tx, String account) {
    return Optional.ofNullable(
        Columns.instant(
            tx.execute(
                    """
                    SELECT least(
                      (SELECT min(slice_start) FROM booked_usage WHERE account = $1),
                      (SELECT min((document::jsonb ->> 'start')::timestamptz)
                        FROM commitment_copy WHERE account = $1))
                    """,
                    account)
                .iterator()
                .next()
                .getOffsetDateTime(0)));
  }
}
