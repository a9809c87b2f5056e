package dev.drawdown.billing.store;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.Period;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.contracts.PostingsBooked.Posting;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Copies of the ledger's accounts, commitments and posting sums. */
@ApplicationScoped
public class CopyStore {
  /** How far the copies of an account have come. */
  public record Head(long version, long postingSequence, Map<String, Long> commitments) {
    public boolean isAtLeast(Head other) {
      return version >= other.version
          && postingSequence >= other.postingSequence
          && other.commitments.entrySet().stream()
              .allMatch(e -> commitments.getOrDefault(e.getKey(), 0L) >= e.getValue());
    }
  }

  /** Takes over an account unless a newer version is known. */
  public void saveAccount(Transaction tx, AccountChanged event) {
    tx.execute(
        """
        INSERT INTO account_copy (id, version, document) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, document = EXCLUDED.document
        WHERE account_copy.version < EXCLUDED.version
        """,
        event.id(),
        event.version(),
        Json.text(event));
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

  /** A posting of an account. */
  private record Applied(String account, Posting posting) {}

  /**
   * Applies postings that follow what is applied already.
   *
   * @return those that were new, by account
   * @throws IllegalArgumentException when postings in between are missing
   */
  public Map<String, List<Posting>> apply(Transaction tx, List<PostingsBooked> events) {
    Map<String, Long> cursors = lockCursors(tx, events);
    Map<String, List<Posting>> fresh = new TreeMap<>();
    for (PostingsBooked event : events) {
      long applied = cursors.get(event.account());
      if (event.lastSequence() <= applied) {
        continue;
      }
      if (event.firstSequence() > applied + 1) {
        throw new IllegalArgumentException(
            "postings %d to %d of account %s are missing"
                .formatted(applied + 1, event.firstSequence() - 1, event.account()));
      }
      event.postings().stream()
          .filter(p -> p.sequence() > applied)
          .forEach(p -> fresh.computeIfAbsent(event.account(), a -> new ArrayList<>()).add(p));
      cursors.put(event.account(), event.lastSequence());
    }
    add(tx, fresh);
    List<Map.Entry<String, Long>> moved = List.copyOf(cursors.entrySet());
    tx.execute(
        """
        UPDATE posting_cursor c SET sequence = n.sequence
        FROM unnest($1::text[], $2::bigint[]) AS n (account, sequence)
        WHERE c.account = n.account AND c.sequence <> n.sequence
        """,
        Columns.text(moved, Map.Entry::getKey),
        Columns.number(moved, Map.Entry::getValue));
    return fresh;
  }

  private static Map<String, Long> lockCursors(Transaction tx, List<PostingsBooked> events) {
    String[] accounts =
        events.stream().map(PostingsBooked::account).distinct().sorted().toArray(String[]::new);
    tx.execute(
        """
        INSERT INTO posting_cursor (account, sequence) SELECT unnest($1::text[]), 0
        ON CONFLICT DO NOTHING
        """,
        (Object) accounts);
    Map<String, Long> cursors = new TreeMap<>();
    tx.execute(
            """
            SELECT account, sequence FROM posting_cursor WHERE account = ANY($1)
            ORDER BY account FOR UPDATE
            """,
            (Object) accounts)
        .forEach(row -> cursors.put(row.getString("account"), row.getLong("sequence")));
    return cursors;
  }

  private static void add(Transaction tx, Map<String, List<Posting>> fresh) {
    List<Applied> rows = new ArrayList<>();
    fresh.forEach((account, postings) -> postings.forEach(p -> rows.add(new Applied(account, p))));
    if (rows.isEmpty()) {
      return;
    }
    tx.execute(
        """
        INSERT INTO booked_usage AS b
          (account, slice_start, usage_class, sku, region, kind, commitment, quantity)
        SELECT account, slice_start, usage_class, sku, region, kind, commitment, sum(quantity)
        FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[],
          $7::text[], $8::numeric[])
          AS p (account, slice_start, usage_class, sku, region, kind, commitment, quantity)
        GROUP BY account, slice_start, usage_class, sku, region, kind, commitment
        ON CONFLICT (account, slice_start, usage_class, sku, region, kind, commitment)
          DO UPDATE SET quantity = b.quantity + EXCLUDED.quantity
        """,
        Columns.text(rows, Applied::account),
        Columns.time(rows, r -> r.posting().start()),
        Columns.text(rows, r -> r.posting().usageClass()),
        Columns.text(rows, r -> r.posting().sku()),
        Columns.text(rows, r -> r.posting().region()),
        Columns.text(rows, r -> r.posting().kind()),
        Columns.text(rows, r -> r.posting().commitment()),
        Columns.decimal(rows, r -> r.posting().unitSeconds()));
  }

  public Optional<Account> account(Transaction tx, String id) {
    return tx
        .list(
            "SELECT document FROM account_copy WHERE id = $1",
            row -> account(Json.read(row.getString(0), AccountChanged.class)),
            id)
        .stream()
        .findFirst();
  }

  public List<Commitment> commitments(Transaction tx, String account) {
    return tx.list(
        "SELECT document FROM commitment_copy WHERE account = $1 ORDER BY id",
        row -> commitment(Json.read(row.getString(0), CommitmentChanged.class)),
        account);
  }

  public List<BookedUsage> usage(Transaction tx, String account, Period period) {
    return tx.list(
        """
        SELECT * FROM booked_usage
        WHERE account = $1 AND slice_start >= $2 AND slice_start < $3 AND quantity <> 0
        """,
        row ->
            new BookedUsage(
                Columns.instant(row.getOffsetDateTime("slice_start")),
                row.getString("usage_class"),
                row.getString("sku"),
                row.getString("region"),
                BookedUsage.Kind.valueOf(row.getString("kind")),
                row.getString("commitment"),
                row.getBigDecimal("quantity")),
        account,
        Columns.utc(period.start()),
        Columns.utc(period.end()));
  }

  public Optional<Head> head(Transaction tx, String account) {
    Map<String, Long> commitments = new TreeMap<>();
    tx.execute("SELECT id, version FROM commitment_copy WHERE account = $1", account)
        .forEach(row -> commitments.put(row.getString("id"), row.getLong("version")));
    return tx
        .list(
            """
            SELECT a.version, coalesce(c.sequence, 0) AS sequence
            FROM account_copy a LEFT JOIN posting_cursor c ON c.account = a.id WHERE a.id = $1
            """,
            row -> new Head(row.getLong("version"), row.getLong("sequence"), commitments),
            account)
        .stream()
        .findFirst();
  }

  private static Account account(AccountChanged a) {
    return new Account(
        a.id(),
        a.name(),
        Currency.getInstance(a.currency()),
        ZoneId.of(a.timeZone()),
        a.taxPercent(),
        a.billingDay());
  }

  private static Commitment commitment(CommitmentChanged c) {
    String amount =
        c.gpus() == null ? c.hours().toPlainString() + " h" : c.gpus().toPlainString() + " x";
    String description = amount + " " + String.join(", ", c.skus().keySet());
    Commitment.Fee fee =
        c.fee() == null
            ? null
            : new Commitment.Fee(c.fee().amount(), Commitment.Fee.Per.valueOf(c.fee().per()));
    return new Commitment(
        c.id(),
        description,
        c.start(),
        c.end(),
        fee,
        c.overage().stream()
            .map(t -> new Commitment.Tier(t.upToHours(), t.discountPercent()))
            .toList());
  }
}
