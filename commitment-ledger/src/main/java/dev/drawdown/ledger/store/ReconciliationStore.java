package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Compares what is kept twice on purpose: the journal, and the state that is its sum. */
@ApplicationScoped
public class ReconciliationStore {
  private static final String DIFFERENCES =
      """
      WITH one AS (
        SELECT number, account FROM account_book WHERE account = $1
      ), j AS (
        SELECT account, kind, commitment, sum(quantity) AS quantity, sum(units) AS units
        FROM one JOIN posting ON book = number GROUP BY account, kind, commitment
      ), c AS (
        SELECT account, kind, commitment, sum(quantity) AS quantity, sum(units) AS units
        FROM one JOIN book_cell ON book = number GROUP BY account, kind, commitment
      ), u AS (
        SELECT account, sum(used) AS quantity FROM one JOIN usage_slice ON book = number
        GROUP BY account
      ), a AS (
        SELECT account, commitment, sum(drawn) AS units FROM one JOIN allowance ON book = number
        GROUP BY account, commitment
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

  /** A sum over an account's journal that does not stand in its books, or the reverse. */
  public record Difference(String account, String what, String journal, String books) {}

  /** Compares the journal's sums with the state of an account's books. */
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

  /** Has a transaction see one state of the database, however long it reads. */
  public void freeze(Transaction tx) {
    tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
  }

  /** Up to {@code limit} accounts after one, in order. */
  public List<String> accountsAfter(Transaction tx, String account, int limit) {
    return tx.list(
        "SELECT account FROM account_book WHERE account > $1 ORDER BY account LIMIT $2",
        row -> row.getString(0),
        account,
        limit);
  }
}
