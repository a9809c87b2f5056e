package dev.drawdown.ledger.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Calendar;
import dev.drawdown.ledger.core.Commitment;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lock on each account's books, with what booking needs to know of the account. */
@ApplicationScoped
public class AccountBookStore {
  /** An account's books, locked until the transaction ends. */
  public record Book(
      String account,
      int number,
      Calendar calendar,
      List<Commitment> commitments,
      Head head,
      boolean hasCorrections,
      long longestSeconds,
      long outages,
      Instant reallocateFrom) {}

  /** Where an account's journal ends. */
  public record Head(long sequence, byte[] chain) {}

  /** How far an account's books have come. */
  public record Progress(String account, Head head) {}

  /** What new facts make a search by time or for corrections look at. */
  public record Widening(String account, long longestSeconds, long newCorrections) {}

  private record Terms(long version, Calendar calendar, List<Commitment> commitments) {}

  private static final int REMEMBERED_COMMITMENTS = 50_000;

  /** The account's clock and commitments at a version; the lock tells which version holds. */
  private final Cache<String, Terms> remembered =
      Caffeine.newBuilder()
          .maximumWeight(REMEMBERED_COMMITMENTS)
          .weigher((String account, Terms terms) -> 1 + terms.commitments().size())
          .build();

  /** The books of one account as the transaction sees them, without a lock. */
  public Book look(Transaction tx, String account) {
    Row row =
        tx.execute(
                """
                SELECT account, number, posting_sequence, chain, corrections, reallocate_from,
                  terms, longest_seconds, outages
                FROM account_book WHERE account = $1
                """,
                account)
            .iterator()
            .next();
    Map<String, Terms> terms = new HashMap<>();
    load(tx, Map.of(account, row.getLong(6)), terms);
    return book(row, terms.get(account));
  }

  /** Locks the books of the accounts that exist; always in the same order, so without deadlock. */
  public Map<String, Book> lock(Transaction tx, Collection<String> accounts) {
    List<Row> rows = new ArrayList<>();
    tx.execute(
            """
            SELECT account, number, posting_sequence, chain, corrections, reallocate_from, terms,
              longest_seconds, outages
            FROM account_book WHERE account = ANY($1) ORDER BY account FOR NO KEY UPDATE
            """,
            (Object) accounts.toArray(String[]::new))
        .forEach(rows::add);
    Map<String, Terms> terms = terms(tx, rows);
    Map<String, Book> books = new TreeMap<>();
    rows.forEach(row -> books.put(row.getString(0), book(row, terms.get(row.getString(0)))));
    return books;
  }

  private static Book book(Row row, Terms terms) {
    return new Book(
        row.getString(0),
        row.getInteger(1),
        terms.calendar(),
        terms.commitments(),
        new Head(row.getLong(2), row.getBuffer(3).getBytes()),
        row.getLong(4) > 0,
        row.getLong(7),
        row.getLong(8),
        Columns.instant(row.getOffsetDateTime(5)));
  }

  private Map<String, Terms> terms(Transaction tx, List<Row> locked) {
    Map<String, Terms> terms = new HashMap<>();
    Map<String, Long> changed = new HashMap<>();
    for (Row row : locked) {
      String account = row.getString(0);
      Terms known = remembered.getIfPresent(account);
      if (known != null && known.version() == row.getLong(6)) {
        terms.put(account, known);
      } else {
        changed.put(account, row.getLong(6));
      }
    }
    if (!changed.isEmpty()) {
      load(tx, changed, terms);
      changed.keySet().forEach(account -> remembered.put(account, terms.get(account)));
    }
    return terms;
  }

  /** What is read here cannot change any more: whoever changes it waits for the lock. */
  private void load(Transaction tx, Map<String, Long> versions, Map<String, Terms> into) {
    Object accounts = versions.keySet().toArray(String[]::new);
    Map<String, List<Commitment>> commitments = new HashMap<>();
    tx.execute("SELECT account, document FROM commitment WHERE account = ANY($1)", accounts)
        .forEach(
            row ->
                commitments
                    .computeIfAbsent(row.getString(0), a -> new ArrayList<>())
                    .add(
                        CommitmentDocuments.read(
                            Json.read(row.getString(1), CommitmentChanged.class))));
    tx.execute("SELECT id, time_zone, billing_day FROM account WHERE id = ANY($1)", accounts)
        .forEach(
            row -> {
              String account = row.getString(0);
              Calendar calendar = new Calendar(ZoneId.of(row.getString(1)), row.getInteger(2));
              Terms terms =
                  new Terms(
                      versions.get(account),
                      calendar,
                      List.copyOf(commitments.getOrDefault(account, List.of())));
              into.put(account, terms);
            });
  }

  /** Remembers how far the books have come; they are then allocated for the present commitments. */
  public void save(Transaction tx, List<Progress> books) {
    if (books.isEmpty()) {
      return;
    }
    tx.send(
        """
        UPDATE account_book b SET posting_sequence = n.sequence, chain = n.chain,
          reallocate_from = NULL
        FROM unnest($1::text[], $2::bigint[], $3::bytea[]) AS n (account, sequence, chain)
        WHERE b.account = n.account
          AND (b.posting_sequence <> n.sequence OR b.reallocate_from IS NOT NULL)
        """,
        Columns.text(books, Progress::account),
        Columns.number(books, p -> p.head().sequence()),
        Columns.bytes(books, p -> Buffer.buffer(p.head().chain())));
  }

  /** Has searches look far enough for what was just added. */
  public void widen(Transaction tx, List<Widening> books) {
    if (books.isEmpty()) {
      return;
    }
    tx.send(
        """
        UPDATE account_book b SET corrections = b.corrections + n.corrections,
          longest_seconds = greatest(b.longest_seconds, n.longest_seconds)
        FROM unnest($1::text[], $2::bigint[], $3::bigint[])
          AS n (account, longest_seconds, corrections)
        WHERE b.account = n.account
        """,
        Columns.text(books, Widening::account),
        Columns.number(books, Widening::longestSeconds),
        Columns.number(books, Widening::newCorrections));
  }

  /** Remembers how many outages of accounts have been passed on. */
  public void countOutages(Transaction tx, Map<String, Long> outages) {
    List<Map.Entry<String, Long>> rows = List.copyOf(outages.entrySet());
    tx.send(
        """
        UPDATE account_book b SET outages = n.outages
        FROM unnest($1::text[], $2::bigint[]) AS n (account, outages) WHERE b.account = n.account
        """,
        Columns.text(rows, Map.Entry::getKey),
        Columns.number(rows, Map.Entry::getValue));
  }

  /** Accounts whose commitments changed without their books having followed yet. */
  public List<String> waiting(Transaction tx) {
    return tx.list(
        "SELECT account FROM account_book WHERE reallocate_from IS NOT NULL ORDER BY account",
        row -> row.getString(0));
  }
}
