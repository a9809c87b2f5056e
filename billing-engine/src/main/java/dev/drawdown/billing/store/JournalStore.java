package dev.drawdown.billing.store;

import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.contracts.PostingsBooked.Outage;
import dev.drawdown.contracts.PostingsBooked.Posting;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes over the ledger's journal: the sums of its postings, and reported outages. */
@ApplicationScoped
public class JournalStore {
  /** An outage of an account. */
  public record Reported(String account, Outage outage) {}

  /** What was not known before; the accounts of outages are among those of the postings. */
  public record Fresh(Map<String, List<Posting>> postings, List<Reported> outages) {}

  private record Cursor(long sequence, long outages) {
    Cursor after(PostingsBooked event) {
      long told = event.outages().stream().mapToLong(Outage::number).max().orElse(0);
      return new Cursor(Math.max(sequence, event.lastSequence()), Math.max(outages, told));
    }
  }

  /** A posting of an account. */
  private record Applied(String account, Posting posting) {}

  /**
   * Applies postings that follow what is applied already.
   *
   * @return what was new, by account
   * @throws IllegalArgumentException when postings in between are missing
   */
  public Fresh apply(Transaction tx, List<PostingsBooked> events) {
    Map<String, Cursor> cursors = lockCursors(tx, events);
    Map<String, List<Posting>> fresh = new TreeMap<>();
    List<Reported> outages = new ArrayList<>();
    for (PostingsBooked event : events) {
      Cursor cursor = cursors.get(event.account());
      cursors.put(event.account(), cursor.after(event));
      event.outages().stream()
          .filter(o -> o.number() > cursor.outages())
          .forEach(o -> outages.add(new Reported(event.account(), o)));
      long applied = cursor.sequence();
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
    }
    add(tx, fresh);
    addOutages(tx, outages);
    moveCursors(tx, cursors);
    outages.forEach(o -> fresh.computeIfAbsent(o.account(), a -> new ArrayList<>()));
    return new Fresh(fresh, outages);
  }

  private static Map<String, Cursor> lockCursors(Transaction tx, List<PostingsBooked> events) {
    String[] accounts =
        events.stream().map(PostingsBooked::account).distinct().sorted().toArray(String[]::new);
    tx.execute(
        """
        INSERT INTO posting_cursor (account, sequence) SELECT unnest($1::text[]), 0
        ON CONFLICT DO NOTHING
        """,
        (Object) accounts);
    Map<String, Cursor> cursors = new TreeMap<>();
    tx.execute(
            """
            SELECT account, sequence, outages FROM posting_cursor WHERE account = ANY($1)
            ORDER BY account FOR UPDATE
            """,
            (Object) accounts)
        .forEach(
            row ->
                cursors.put(
                    row.getString("account"),
                    new Cursor(row.getLong("sequence"), row.getLong("outages"))));
    return cursors;
  }

  private static void add(Transaction tx, Map<String, List<Posting>> fresh) {
    List<Applied> rows = new ArrayList<>();
    fresh.forEach((account, postings) -> postings.forEach(p -> rows.add(new Applied(account, p))));
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
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

  private static void addOutages(Transaction tx, List<Reported> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
        """
        INSERT INTO outage_copy (account, number, source, id, commitment, gpus, starts_at, ends_at)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[],
          $6::numeric[], $7::timestamptz[], $8::timestamptz[])
        """,
        Columns.text(rows, Reported::account),
        Columns.number(rows, r -> r.outage().number()),
        Columns.text(rows, r -> r.outage().source()),
        Columns.text(rows, r -> r.outage().id()),
        Columns.text(rows, r -> r.outage().commitment()),
        Columns.decimal(rows, r -> r.outage().gpus()),
        Columns.time(rows, r -> r.outage().start()),
        Columns.time(rows, r -> r.outage().end()));
  }

  private static void moveCursors(Transaction tx, Map<String, Cursor> cursors) {
    List<Map.Entry<String, Cursor>> moved = List.copyOf(cursors.entrySet());
    tx.send(
        """
        UPDATE posting_cursor c SET sequence = n.sequence, outages = n.outages
        FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS n (account, sequence, outages)
        WHERE c.account = n.account AND (c.sequence, c.outages) <> (n.sequence, n.outages)
        """,
        Columns.text(moved, Map.Entry::getKey),
        Columns.number(moved, e -> e.getValue().sequence()),
        Columns.number(moved, e -> e.getValue().outages()));
  }
}
