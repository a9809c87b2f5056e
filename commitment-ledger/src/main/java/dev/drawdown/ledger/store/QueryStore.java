package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Kind;
import dev.drawdown.ledger.core.Books.Posting;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.Slice;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads for people: the journal, receipts, and what the books must agree with. */
@ApplicationScoped
public class QueryStore {
  private static final String EVENT =
      "SELECT e.booked_at, coalesce(d.times, 0) AS duplicates, "
          + FactRows.COLUMNS
          + """
           FROM account_book b
          JOIN event_source o ON o.book = b.number AND o.source = $2
          JOIN event e ON e.book = b.number AND e.source = o.number AND e.id = $3
          LEFT JOIN event_duplicate d ON d.book = e.book AND d.source = e.source AND d.id = e.id
          """
          + FactRows.DETAILS
          + " WHERE b.account = $1";

  private static final String CORRECTIONS =
      """
      SELECT k.id, o.source, k.quantity, e.starts_at FROM account_book b
      JOIN event_source t ON t.book = b.number AND t.source = $2
      JOIN correction k ON k.book = b.number AND k.corrects_source = t.number
        AND k.corrects_id = $3
      JOIN event e ON e.book = k.book AND e.source = k.source AND e.id = k.id
      JOIN event_source o ON o.number = k.source
      WHERE b.account = $1
      """;

  /** A posting as the journal shows it. */
  public record Journal(long sequence, Instant bookedAt, Posting posting, byte[] hash) {}

  /** An event with what happened to it after it was booked. */
  public record Booked(Fact fact, Instant bookedAt, int duplicates) {}

  /** When something was refused, and why. */
  public record Refusal(Instant at, String reason) {}

  public List<Journal> journal(
      Transaction tx, String account, Instant from, Instant to, long after, int limit) {
    return tx.list(
        """
        SELECT p.* FROM account_book b JOIN posting p ON p.book = b.number
        WHERE b.account = $1 AND slice_start >= $2 AND slice_start < $3 AND sequence > $4
        ORDER BY sequence LIMIT $5
        """,
        QueryStore::journal,
        account,
        Columns.utc(from),
        Columns.utc(to),
        after,
        limit);
  }

  /** The postings of the slices that begin in a stretch of time, in order. */
  public List<Journal> journal(Transaction tx, String account, Slice stretch) {
    return journal(tx, account, stretch.start(), stretch.end(), 0, Integer.MAX_VALUE);
  }

  private static Journal journal(Row row) {
    return new Journal(
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
            BookStore.quantity(row, "units")),
        row.getBuffer("hash").getBytes());
  }

  public Optional<Booked> event(Transaction tx, Identity identity) {
    return tx
        .list(
            EVENT,
            row ->
                new Booked(
                    FactRows.fact(identity, row),
                    BookStore.time(row, "booked_at"),
                    row.getInteger("duplicates")),
            identity.account(),
            identity.source(),
            EventIds.bytes(identity))
        .stream()
        .findFirst();
  }

  /** The corrections of an event. */
  public List<Fact.Correction> corrections(Transaction tx, Identity corrected) {
    return tx.list(
        CORRECTIONS,
        row -> {
          return new Fact.Correction(
              new Identity(corrected.account(), row.getString("source"), EventIds.text(row, "id")),
              corrected,
              FactRows.change(row),
              BookStore.time(row, "starts_at"));
        },
        corrected.account(),
        corrected.source(),
        EventIds.bytes(corrected));
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
}
