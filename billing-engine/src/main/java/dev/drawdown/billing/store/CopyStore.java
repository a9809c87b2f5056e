package dev.drawdown.billing.store;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.FocusExport;
import dev.drawdown.billing.core.Outage;
import dev.drawdown.billing.core.Period;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Copies of the ledger's accounts and commitments, and of what it has booked. */
@ApplicationScoped
public class CopyStore {
  /** How far the copies of an account have come. */
  public record Head(
      long version, long postingSequence, long outages, Map<String, Long> commitments) {
    public boolean isAtLeast(Head other) {
      return version >= other.version
          && postingSequence >= other.postingSequence
          && outages >= other.outages
          && other.commitments.entrySet().stream()
              .allMatch(e -> commitments.getOrDefault(e.getKey(), 0L) >= e.getValue());
    }
  }

  /** Takes over an account unless a newer version is known. */
  public void saveAccount(Transaction tx, AccountChanged event) {
    tx.execute(
        """
        INSERT INTO account_copy (id, version, document, grace_hours) VALUES ($1, $2, $3, $4)
        ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, document = EXCLUDED.document,
          grace_hours = EXCLUDED.grace_hours
        WHERE account_copy.version < EXCLUDED.version
        """,
        event.id(),
        event.version(),
        Json.text(event),
        event.graceHours());
  }

  /** Takes over a commitment unless a newer version is known. */
  public void saveCommitment(Transaction tx, CommitmentChanged event) {
    tx.execute(
        """
        INSERT INTO commitment_copy (id, account, version, document) VALUES ($1, $2, $3, $4)
        ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, document = EXCLUDED.document
        WHERE commitment_copy.version < EXCLUDED.version
        """,
        event.id(),
        event.account(),
        event.version(),
        Json.text(event));
  }

  /** Those of the accounts that are known here, by id. */
  public Map<String, Account> accounts(Transaction tx, Collection<String> ids) {
    Map<String, Account> accounts = new HashMap<>();
    tx.execute(
            "SELECT document FROM account_copy WHERE id = ANY($1)",
            (Object) ids.toArray(String[]::new))
        .forEach(
            row -> {
              Account account = Copies.account(Json.read(row.getString(0), AccountChanged.class));
              accounts.put(account.id(), account);
            });
    return accounts;
  }

  /** The commitments of accounts, by account. */
  public Map<String, List<Commitment>> commitments(Transaction tx, Collection<String> accounts) {
    Map<String, List<Commitment>> commitments = new HashMap<>();
    tx.execute(
            "SELECT account, document FROM commitment_copy WHERE account = ANY($1) ORDER BY id",
            (Object) accounts.toArray(String[]::new))
        .forEach(
            row ->
                commitments
                    .computeIfAbsent(row.getString(0), a -> new ArrayList<>())
                    .add(Copies.commitment(Json.read(row.getString(1), CommitmentChanged.class))));
    return commitments;
  }

  /** A period of an account. */
  public record Stretch(String account, Period period) {}

  /** What is booked in each of some periods. */
  public Map<Stretch, List<BookedUsage>> usage(Transaction tx, List<Stretch> stretches) {
    Map<Stretch, List<BookedUsage>> usage = new HashMap<>();
    tx.execute(
            """
            SELECT s.n, u.slice_start, u.usage_class, u.sku, u.region, u.kind, u.commitment,
              u.quantity
            FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
              WITH ORDINALITY AS s (account, from_, to_, n)
            JOIN booked_usage u ON u.account = s.account AND u.slice_start >= s.from_
              AND u.slice_start < s.to_
            WHERE u.quantity <> 0
            """,
            Columns.text(stretches, Stretch::account),
            Columns.time(stretches, s -> s.period().start()),
            Columns.time(stretches, s -> s.period().end()))
        .forEach(
            row ->
                usage
                    .computeIfAbsent(stretches.get(row.getInteger(0) - 1), s -> new ArrayList<>())
                    .add(Copies.usage(row, 1)));
    return usage;
  }

  /** Some ids of accounts, in order. */
  public List<String> accountIds(Transaction tx, String after) {
    return tx.list(
        "SELECT id FROM account_copy WHERE id > $1 ORDER BY id LIMIT 500",
        row -> row.getString(0),
        after);
  }

  /** Unit-seconds drawn in each commitment's window before a period that begins inside it. */
  public Map<String, BigDecimal> drawnBefore(
      Transaction tx, Account account, Period period, List<Commitment> commitments) {
    Map<String, BigDecimal> drawn = new HashMap<>();
    for (Commitment c : commitments) {
      Instant begun = FocusExport.windowBegun(account, c, period);
      if (begun != null) {
        tx.execute(
                """
                SELECT sku, sum(quantity) FROM booked_usage
                WHERE account = $1 AND kind = 'DRAW' AND commitment = $2
                  AND slice_start >= $3 AND slice_start < $4 GROUP BY sku
                """,
                account.id(),
                c.id(),
                Columns.utc(begun),
                Columns.utc(period.start()))
            .forEach(
                row ->
                    drawn.merge(
                        c.id(),
                        row.getBigDecimal(1)
                            .multiply(c.skus().getOrDefault(row.getString(0), BigDecimal.ONE)),
                        BigDecimal::add));
      }
    }
    return drawn;
  }

  /** The reported outages of accounts, by account. */
  public Map<String, List<Outage>> outages(Transaction tx, Collection<String> accounts) {
    Map<String, List<Outage>> outages = new HashMap<>();
    tx.execute(
            "SELECT * FROM outage_copy WHERE account = ANY($1) ORDER BY number",
            (Object) accounts.toArray(String[]::new))
        .forEach(
            row ->
                outages
                    .computeIfAbsent(row.getString("account"), a -> new ArrayList<>())
                    .add(Copies.outage(row)));
    return outages;
  }

  public Optional<Head> head(Transaction tx, String account) {
    Map<String, Long> commitments = new TreeMap<>();
    tx.execute("SELECT id, version FROM commitment_copy WHERE account = $1", account)
        .forEach(row -> commitments.put(row.getString("id"), row.getLong("version")));
    return tx
        .list(
            """
            SELECT a.version, coalesce(c.sequence, 0) AS sequence, coalesce(c.outages, 0) AS outages
            FROM account_copy a LEFT JOIN posting_cursor c ON c.account = a.id WHERE a.id = $1
            """,
            row ->
                new Head(
                    row.getLong("version"),
                    row.getLong("sequence"),
                    row.getLong("outages"),
                    commitments),
            account)
        .stream()
        .findFirst();
  }
}
