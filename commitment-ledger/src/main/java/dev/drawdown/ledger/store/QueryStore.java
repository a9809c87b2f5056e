package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Kind;
import dev.drawdown.ledger.core.Books.Posting;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads for people: the journal, receipts, and what the books must agree with. */
@ApplicationScoped
public class QueryStore {
  private static final String DIFFERENCES =
      """
      WITH j AS (
        SELECT account, kind, commitment, sum(quantity) AS quantity, sum(units) AS units
        FROM posting WHERE $1::text IS NULL OR account = $1
        GROUP BY account, kind, commitment
      ), c AS (
        SELECT account, kind, commitment, sum(quantity) AS quantity, sum(units) AS units
        FROM book_cell WHERE $1::text IS NULL OR account = $1
        GROUP BY account, kind, commitment
      ), u AS (
        SELECT account, sum(used) AS quantity FROM usage_slice
        WHERE $1::text IS NULL OR account = $1 GROUP BY account
      ), a AS (
        SELECT account, commitment, sum(drawn) AS units FROM allowance
        WHERE $1::text IS NULL OR account = $1 GROUP BY account, commitment
      )
      SELECT coalesce(j.account, c.account) AS account,
        coalesce(j.kind, c.kind) || ' ' || coalesce(j.commitment, c.commitment) AS what,
        coalesce(j.quantity, 0)::text AS journal, coalesce(c.quantity, 0)::text AS books
      FROM j FULL JOIN c USING (account, kind, commitment)
      WHERE coalesce(j.quantity, 0) <> coalesce(c.quantity, 0)
        OR coalesce(j.units, 0) <> coalesce(c.units, 0)
      UNION ALL
      SELECT coalesce(t.account, u.account), 'usage', coalesce(t.quantity, 0)::text,
        coalesce(u.quantity, 0)::text
      FROM (SELECT account, sum(quantity) AS quantity FROM j GROUP BY account) t
        FULL JOIN u USING (account)
      WHERE coalesce(t.quantity, 0) <> coalesce(u.quantity, 0)
      UNION ALL
      SELECT coalesce(j.account, a.account), 'allowance ' || coalesce(j.commitment, a.commitment),
        coalesce(j.units, 0)::text, coalesce(a.units, 0)::text
      FROM (SELECT * FROM j WHERE kind = 'DRAW') j FULL JOIN a USING (account, commitment)
      WHERE coalesce(j.units, 0) <> coalesce(a.units, 0)
      ORDER BY 1, 2
      """;

  /** A posting as the journal shows it. */
  public record Journal(long sequence, Instant bookedAt, Posting posting) {}

  /** An event with what happened to it after it was booked. */
  public record Booked(Fact fact, Instant bookedAt, int duplicates) {}

  /** When something was refused, and why. */
  public record Refusal(Instant at, String reason) {}

  /** A sum over an account's journal that does not stand in its books, or the reverse. */
  public record Difference(String account, String what, String journal, String books) {}

  public List<Journal> journal(
      Transaction tx, String account, Instant from, Instant to, long after, int limit) {
    return tx.list(
        """
        SELECT * FROM posting
        WHERE account = $1 AND slice_start >= $2 AND slice_start < $3 AND sequence > $4
        ORDER BY sequence LIMIT $5
        """,
        row ->
            new Journal(
                row.getLong("sequence"),
                BookStore.time(row, "booked_at"),
                new Posting(
                    new Cell(
                        BookStore.time(row, "slice_start"),
                        BookStore.key(row),
                        Kind.valueOf(row.getString("kind")),
                        row.getString("commitment"),
                        BookStore.time(row, "window_start")),
                    BookStore.time(row, "slice_end"),
                    BookStore.quantity(row, "quantity"),
                    BookStore.quantity(row, "units"))),
        account,
        Columns.utc(from),
        Columns.utc(to),
        after,
        limit);
  }

  public Optional<Booked> event(Transaction tx, Identity identity) {
    return tx
        .list(
            "SELECT * FROM event WHERE account = $1 AND source = $2 AND id = $3",
            row ->
                new Booked(
                    FactRows.fact(row),
                    BookStore.time(row, "booked_at"),
                    row.getInteger("duplicates")),
            identity.account(),
            identity.source(),
            identity.id())
        .stream()
        .findFirst();
  }

  public List<Refusal> conflicts(Transaction tx, Identity identity) {
    return refusals(tx, "event_conflict", identity);
  }

  public List<Refusal> rejections(Transaction tx, Identity identity) {
    return refusals(tx, "event_rejection", identity);
  }

  private static List<Refusal> refusals(Transaction tx, String table, Identity identity) {
    return tx.list(
        "SELECT at, reason FROM "
            + table
            + " WHERE account = $1 AND source = $2 AND id = $3 ORDER BY at, reason",
        row -> new Refusal(BookStore.time(row, "at"), row.getString("reason")),
        identity.account(),
        identity.source(),
        identity.id());
  }

  /** Compares the journal's sums with the state of the books, for one account or for all. */
  public List<Difference> differences(Transaction tx, String account) {
    return tx.list(
        DIFFERENCES,
        row ->
            new Difference(
                row.getString("account"),
                row.getString("what"),
                row.getString("journal"),
                row.getString("books")),
        account);
  }
}
