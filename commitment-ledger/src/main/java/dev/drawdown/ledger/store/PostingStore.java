package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Allocation;
import dev.drawdown.ledger.core.Allowance;
import dev.drawdown.ledger.core.Books.Posting;
import dev.drawdown.ledger.core.UsageKey;
import io.vertx.core.buffer.Buffer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes postings, and brings the state of the books to their sums. */
@ApplicationScoped
public class PostingStore {
  /** A posting with its place in the account's journal. */
  public record Numbered(int book, long sequence, byte[] hash, Posting posting) {}

  /** An allocation of an account, to be saved. */
  public record Allocated(int book, Allocation allocation) {}

  /** An allowance of an account. */
  public record Granted(int book, Allowance allowance) {}

  private record SliceKey(int book, Instant start, UsageKey key) {}

  public void append(Transaction tx, List<Numbered> postings, Instant now) {
    if (postings.isEmpty()) {
      return;
    }
    Object[] columns = columns(postings);
    tx.send(
        """
        INSERT INTO posting (book, sequence, booked_at, slice_start, slice_end, usage_class,
          sku, region, kind, commitment, window_start, quantity, units, hash)
        SELECT book, sequence, $13, slice_start, slice_end, usage_class, sku, region, kind,
          commitment, window_start, quantity, units, hash
        FROM unnest($1::integer[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[],
          $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[], $11::numeric[],
          $12::numeric[], $14::bytea[])
          AS p (book, sequence, slice_start, slice_end, usage_class, sku, region, kind,
            commitment, window_start, quantity, units, hash)
        """,
        with(columns, Columns.utc(now), Columns.bytes(postings, p -> Buffer.buffer(p.hash()))));
    moveCells(tx, columns);
  }

  /** Adds postings to the cells they move, and drops cells that have come to nothing. */
  private void moveCells(Transaction tx, Object[] columns) {
    tx.send(
        """
        MERGE INTO book_cell c USING (
          SELECT book, slice_start, usage_class, sku, region, kind, commitment,
            max(slice_end) AS slice_end, sum(quantity) AS quantity, sum(units) AS units,
            (array_agg(window_start ORDER BY sign(quantity) DESC))[1] AS window_start
          FROM unnest($1::integer[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[],
            $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[], $11::numeric[],
            $12::numeric[])
            AS p (book, sequence, slice_start, slice_end, usage_class, sku, region, kind,
              commitment, window_start, quantity, units)
          GROUP BY book, slice_start, usage_class, sku, region, kind, commitment) p
        ON c.book = p.book AND c.slice_start = p.slice_start
          AND c.usage_class = p.usage_class AND c.sku = p.sku AND c.region = p.region
          AND c.kind = p.kind AND c.commitment = p.commitment
        WHEN MATCHED AND c.quantity + p.quantity = 0 THEN DELETE
        WHEN MATCHED THEN UPDATE SET quantity = c.quantity + p.quantity,
          units = c.units + p.units, slice_end = p.slice_end, window_start = p.window_start
        WHEN NOT MATCHED THEN INSERT (book, slice_start, slice_end, usage_class, sku, region,
          kind, commitment, window_start, quantity, units)
          VALUES (p.book, p.slice_start, p.slice_end, p.usage_class, p.sku, p.region, p.kind,
            p.commitment, p.window_start, p.quantity, p.units)
        """,
        columns);
  }

  private static Object[] columns(List<Numbered> rows) {
    return new Object[] {
      Columns.integer(rows, Numbered::book),
      Columns.number(rows, Numbered::sequence),
      Columns.time(rows, r -> r.posting().cell().sliceStart()),
      Columns.time(rows, r -> r.posting().sliceEnd()),
      Columns.text(rows, r -> r.posting().cell().key().usageClass().label()),
      Columns.text(rows, r -> r.posting().cell().key().sku()),
      Columns.text(rows, r -> r.posting().cell().key().region()),
      Columns.text(rows, r -> r.posting().cell().kind().name()),
      Columns.text(rows, r -> r.posting().cell().commitment()),
      Columns.time(rows, r -> r.posting().cell().windowStart()),
      Columns.decimal(rows, r -> r.posting().quantity().unitSeconds()),
      Columns.decimal(rows, r -> r.posting().units().unitSeconds())
    };
  }

  /** Saves changed allocations, and drops usage that postings have brought to nothing. */
  public void saveUsage(Transaction tx, List<Numbered> postings, List<Allocated> changed) {
    Set<SliceKey> gone = new HashSet<>();
    for (Numbered p : postings) {
      gone.add(new SliceKey(p.book(), p.posting().cell().sliceStart(), p.posting().cell().key()));
    }
    changed.forEach(a -> gone.remove(key(a)));
    deleteUsage(tx, List.copyOf(gone));
    upsertUsage(tx, changed);
  }

  private static SliceKey key(Allocated a) {
    return new SliceKey(a.book(), a.allocation().slice().start(), a.allocation().key());
  }

  private void upsertUsage(Transaction tx, List<Allocated> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
        """
        INSERT INTO usage_slice (book, slice_start, slice_end, usage_class, sku, region, used,
          drawn, overage, on_demand)
        SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::text[],
          $5::text[], $6::text[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[])
        ON CONFLICT (book, slice_start, usage_class, sku, region) DO UPDATE SET
          slice_end = EXCLUDED.slice_end, used = EXCLUDED.used, drawn = EXCLUDED.drawn,
          overage = EXCLUDED.overage, on_demand = EXCLUDED.on_demand
        """,
        Columns.integer(rows, Allocated::book),
        Columns.time(rows, r -> r.allocation().slice().start()),
        Columns.time(rows, r -> r.allocation().slice().end()),
        Columns.text(rows, r -> r.allocation().key().usageClass().label()),
        Columns.text(rows, r -> r.allocation().key().sku()),
        Columns.text(rows, r -> r.allocation().key().region()),
        Columns.decimal(rows, r -> r.allocation().used().unitSeconds()),
        Columns.decimal(rows, r -> r.allocation().drawn().unitSeconds()),
        Columns.decimal(rows, r -> r.allocation().overage().unitSeconds()),
        Columns.decimal(rows, r -> r.allocation().onDemand().unitSeconds()));
  }

  private void deleteUsage(Transaction tx, List<SliceKey> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
        """
        DELETE FROM usage_slice u
        USING unnest($1::integer[], $2::timestamptz[], $3::text[], $4::text[], $5::text[])
          AS g (book, slice_start, usage_class, sku, region)
        WHERE u.book = g.book AND u.slice_start = g.slice_start
          AND u.usage_class = g.usage_class AND u.sku = g.sku AND u.region = g.region
        """,
        Columns.integer(rows, SliceKey::book),
        Columns.time(rows, SliceKey::start),
        Columns.text(rows, r -> r.key().usageClass().label()),
        Columns.text(rows, r -> r.key().sku()),
        Columns.text(rows, r -> r.key().region()));
  }

  /** Saves allowances; one that nothing is drawn from any more is forgotten. */
  public void saveAllowances(Transaction tx, List<Granted> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
        """
        MERGE INTO allowance a
        USING unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::numeric[],
          $6::numeric[]) AS n (book, commitment, window_start, window_end, granted, drawn)
        ON a.book = n.book AND a.commitment = n.commitment
          AND a.window_start = n.window_start
        WHEN MATCHED AND n.drawn = 0 THEN DELETE
        WHEN MATCHED THEN UPDATE SET window_end = n.window_end, granted = n.granted,
          drawn = n.drawn
        WHEN NOT MATCHED AND n.drawn > 0 THEN INSERT VALUES (n.book, n.commitment,
          n.window_start, n.window_end, n.granted, n.drawn)
        """,
        Columns.integer(rows, Granted::book),
        Columns.text(rows, r -> r.allowance().id().commitment()),
        Columns.time(rows, r -> r.allowance().id().start()),
        Columns.time(rows, r -> r.allowance().end()),
        Columns.decimal(rows, r -> r.allowance().granted().unitSeconds()),
        Columns.decimal(rows, r -> r.allowance().drawn().unitSeconds()));
  }

  private static Object[] with(Object[] columns, Object... more) {
    Object[] all = Arrays.copyOf(columns, columns.length + more.length);
    System.arraycopy(more, 0, all, columns.length, more.length);
    return all;
  }
}
