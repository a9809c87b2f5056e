package dev.drawdown.ledger.store;

import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Calendar;
import dev.drawdown.ledger.core.Commitment;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lock on each account's books, with what booking needs to know of the account. */
@ApplicationScoped
public class AccountBookStore {
  /** An account's books, locked until the transaction ends. */
  public record Book(
      String account,
      Calendar calendar,
      List<Commitment> commitments,
      long postingSequence,
      Instant reallocateFrom) {}

  /** How far an account's books have come. */
  public record Progress(String account, long postingSequence) {}

  /** Locks the books of the accounts that exist; always in the same order, so without deadlock. */
  public Map<String, Book> lock(Transaction tx, Collection<String> accounts) {
    Map<String, Book> books = new TreeMap<>();
    // what is read after the lock is as new as the lock, also after waiting for it
    String[] locked =
        tx.list(
                """
                SELECT account FROM account_book WHERE account = ANY($1)
                ORDER BY account FOR UPDATE
                """,
                row -> row.getString(0),
                (Object) accounts.toArray(String[]::new))
            .toArray(String[]::new);
    tx.execute(
            """
            SELECT b.account, b.posting_sequence, b.reallocate_from, a.time_zone, a.billing_day
            FROM account_book b JOIN account a ON a.id = b.account WHERE b.account = ANY($1)
            """,
            (Object) locked)
        .forEach(
            row -> {
              Calendar calendar =
                  new Calendar(
                      ZoneId.of(row.getString("time_zone")), row.getInteger("billing_day"));
              books.put(
                  row.getString("account"),
                  new Book(
                      row.getString("account"),
                      calendar,
                      new ArrayList<>(),
                      row.getLong("posting_sequence"),
                      Columns.instant(row.getOffsetDateTime("reallocate_from"))));
            });
    addCommitments(tx, books, locked);
    return books;
  }

  private static void addCommitments(Transaction tx, Map<String, Book> books, String[] locked) {
    tx.execute("SELECT account, document FROM commitment WHERE account = ANY($1)", (Object) locked)
        .forEach(
            row ->
                books
                    .get(row.getString("account"))
                    .commitments()
                    .add(
                        CommitmentDocuments.read(
                            Json.read(row.getString("document"), CommitmentChanged.class))));
  }

  /** Remembers how far the books have come; they are then allocated for the present commitments. */
  public void save(Transaction tx, List<Progress> books) {
    if (books.isEmpty()) {
      return;
    }
    tx.execute(
        """
        UPDATE account_book b SET posting_sequence = n.sequence, reallocate_from = NULL
        FROM unnest($1::text[], $2::bigint[]) AS n (account, sequence)
        WHERE b.account = n.account
          AND (b.posting_sequence <> n.sequence OR b.reallocate_from IS NOT NULL)
        """,
        Columns.text(books, Progress::account),
        Columns.number(books, Progress::postingSequence));
  }

  /** Accounts whose commitments changed without their books having followed yet. */
  public List<String> waiting(Transaction tx) {
    return tx.list(
        "SELECT account FROM account_book WHERE reallocate_from IS NOT NULL ORDER BY account",
        row -> row.getString(0));
  }
}
