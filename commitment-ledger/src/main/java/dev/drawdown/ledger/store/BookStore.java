package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Allowance;
import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Kind;
import dev.drawdown.ledger.core.Books.Standing;
import dev.drawdown.ledger.core.Quantity;
import dev.drawdown.ledger.core.Rebooking;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.core.Usage;
import dev.drawdown.ledger.core.UsageClass;
import dev.drawdown.ledger.core.UsageKey;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the state of the books: usage by slice, the cells, and the allowances. */
@ApplicationScoped
public class BookStore {
  private static final String RANGES =
      "unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) AS r (book, from_, to_)";

  /** A part of one account's books. */
  public record Part(int book, Rebooking.Range range) {}

  /** Loads parts of the books of several accounts at once. */
  public Map<Integer, Rebooking.Stored> load(Transaction tx, List<Part> parts) {
    Map<Integer, Rebooking.Stored> books = new HashMap<>();
    parts.forEach(p -> books.computeIfAbsent(p.book(), b -> empty()));
    if (parts.isEmpty()) {
      return books;
    }
    Transaction.Pending usage = within(tx, "usage_slice", parts);
    Transaction.Pending cells = within(tx, "book_cell", parts);
    Transaction.Pending allowances =
        select(
            tx,
            "SELECT DISTINCT t.* FROM allowance t JOIN "
                + RANGES
                + " ON t.book = r.book AND t.window_end > r.from_"
                + " AND (r.to_ IS NULL OR t.window_start < r.to_)",
            parts);
    usage.rows().forEach(row -> addUsage(row, books));
    cells.rows().forEach(row -> addCell(row, books));
    allowances.rows().forEach(row -> addAllowance(row, books));
    return books;
  }

  static Rebooking.Stored empty() {
    return new Rebooking.Stored(new Usage(), new TreeMap<>(), new TreeMap<>());
  }

  private static Transaction.Pending within(Transaction tx, String table, List<Part> parts) {
    return select(
        tx,
        "SELECT t.* FROM %s t JOIN %s ON t.book = r.book AND t.slice_start >= r.from_"
                .formatted(table, RANGES)
            + " AND (r.to_ IS NULL OR t.slice_start < r.to_)",
        parts);
  }

  private static Transaction.Pending select(Transaction tx, String sql, List<Part> parts) {
    return tx.send(
        sql,
        Columns.integer(parts, Part::book),
        Columns.time(parts, p -> p.range().from()),
        Columns.time(parts, p -> p.range().to()));
  }

  private static void addUsage(Row row, Map<Integer, Rebooking.Stored> books) {
    books.get(row.getInteger("book")).usage().add(slice(row), key(row), quantity(row, "used"));
  }

  private static void addCell(Row row, Map<Integer, Rebooking.Stored> books) {
    addCell(row, books.get(row.getInteger("book")).cells());
  }

  private static void addCell(Row row, SortedMap<Cell, Standing> cells) {
    Cell cell =
        new Cell(
            time(row, "slice_start"),
            key(row),
            Kind.valueOf(row.getString("kind")),
            row.getString("commitment"),
            time(row, "window_start"));
    Standing standing =
        new Standing(time(row, "slice_end"), quantity(row, "quantity"), quantity(row, "units"));
    cells.put(cell, standing);
  }

  /** What stands in an account's books for the slices that begin in a stretch of time. */
  public SortedMap<Cell, Standing> cells(Transaction tx, String account, Slice stretch) {
    SortedMap<Cell, Standing> cells = new TreeMap<>();
    tx.execute(
            """
            SELECT c.* FROM account_book b JOIN book_cell c ON c.book = b.number
            WHERE b.account = $1 AND slice_start >= $2 AND slice_start < $3
            """,
            account,
            Columns.utc(stretch.start()),
            Columns.utc(stretch.end()))
        .forEach(row -> addCell(row, cells));
    return cells;
  }

  private static void addAllowance(Row row, Map<Integer, Rebooking.Stored> books) {
    Allowance allowance = allowance(row);
    books.get(row.getInteger("book")).allowances().put(allowance.id(), allowance);
  }

  /** The allowances of an account that have been drawn from. */
  public List<Allowance> allowances(Transaction tx, String account) {
    return tx.list(
        """
        SELECT a.* FROM account_book b JOIN allowance a ON a.book = b.number WHERE b.account = $1
        """,
        BookStore::allowance,
        account);
  }

  private static Allowance allowance(Row row) {
    return new Allowance(
        new Allowance.Id(row.getString("commitment"), time(row, "window_start")),
        time(row, "window_end"),
        quantity(row, "granted"),
        quantity(row, "drawn"));
  }

  /** One row of usage with its parts, for queries. */
  public record UsageRow(
      Slice slice,
      UsageKey key,
      Quantity used,
      Quantity drawn,
      Quantity overage,
      Quantity onDemand) {}

  /** Usage whose slices begin in a stretch of time, in order. */
  public List<UsageRow> usage(Transaction tx, String account, Instant from, Instant to) {
    return new ArrayList<>(
        tx.list(
            """
            SELECT u.* FROM account_book b JOIN usage_slice u ON u.book = b.number
            WHERE b.account = $1 AND slice_start >= $2 AND slice_start < $3
            ORDER BY slice_start
            """,
            row ->
                new UsageRow(
                    slice(row),
                    key(row),
                    quantity(row, "used"),
                    quantity(row, "drawn"),
                    quantity(row, "overage"),
                    quantity(row, "on_demand")),
            account,
            Columns.utc(from),
            Columns.utc(to)));
  }

  static Slice slice(Row row) {
    return new Slice(time(row, "slice_start"), time(row, "slice_end"));
  }

  static UsageKey key(Row row) {
    return new UsageKey(
        UsageClass.of(row.getString("usage_class")), row.getString("sku"), row.getString("region"));
  }

  static Quantity quantity(Row row, String column) {
    return new Quantity(row.getBigDecimal(column));
  }

  static Instant time(Row row, String column) {
    return Columns.instant(row.getOffsetDateTime(column));
  }
}
