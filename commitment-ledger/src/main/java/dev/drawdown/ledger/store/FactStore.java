package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.NetUsage;
import dev.drawdown.ledger.core.Slice;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The facts: events as they came, each identity once. */
@ApplicationScoped
public class FactStore {
  private static final String IDENTITIES =
      "unnest($1::text[], $2::text[], $3::text[]) AS i (account, source, id)";

  /** A fact and the digest of its content. */
  public record Entry(Fact fact, byte[] content) {}

  /** The content digests of those identities that are known. */
  public Map<Identity, byte[]> contents(Transaction tx, List<Identity> identities) {
    Map<Identity, byte[]> known = new HashMap<>();
    execute(
            tx,
            "SELECT e.account, e.source, e.id, e.content FROM event e JOIN "
                + IDENTITIES
                + " USING (account, source, id)",
            identities)
        .forEach(row -> known.put(identity(row), row.getBuffer("content").getBytes()));
    return known;
  }

  /** Usage events among the identities. */
  public List<Fact.Usage> usage(Transaction tx, Collection<Identity> identities) {
    List<Fact.Usage> facts = new ArrayList<>();
    execute(
            tx,
            "SELECT e.* FROM event e JOIN "
                + IDENTITIES
                + " USING (account, source, id) WHERE e.kind = 'USAGE'",
            List.copyOf(identities))
        .forEach(row -> facts.add((Fact.Usage) FactRows.fact(row)));
    return facts;
  }

  /** Corrections of the identities, whether or not the corrected events are known. */
  public List<Fact.Correction> corrections(Transaction tx, Collection<Identity> corrected) {
    List<Fact.Correction> facts = new ArrayList<>();
    execute(
            tx,
            "SELECT e.* FROM event e JOIN "
                + IDENTITIES
                + " ON e.account = i.account AND e.corrects_source = i.source"
                + " AND e.corrects_id = i.id WHERE e.kind = 'CORRECTION'",
            List.copyOf(corrected))
        .forEach(row -> facts.add((Fact.Correction) FactRows.fact(row)));
    return facts;
  }

  /** The net events of an account that overlap a stretch of time. */
  public List<NetUsage> overlapping(Transaction tx, String account, Slice stretch) {
    List<Fact.Usage> events =
        tx.list(
            """
            SELECT * FROM event
            WHERE account = $1 AND kind = 'USAGE' AND starts_at < $3
              AND (ends_at > $2 OR (ends_at = $2 AND starts_at = $2))
            """,
            row -> (Fact.Usage) FactRows.fact(row),
            account,
            Columns.utc(stretch.start()),
            Columns.utc(stretch.end()));
    Map<Identity, List<Fact.Correction>> corrections = new HashMap<>();
    corrections(tx, events.stream().map(Fact.Usage::identity).toList())
        .forEach(c -> corrections.computeIfAbsent(c.corrects(), i -> new ArrayList<>()).add(c));
    return events.stream()
        .map(e -> NetUsage.of(e, corrections.getOrDefault(e.identity(), List.of())))
        .toList();
  }

  /** Adds facts whose identities are new. */
  public void insert(Transaction tx, List<Entry> rows, Instant now) {
    if (rows.isEmpty()) {
      return;
    }
    List<FactRows.Flat> flat = rows.stream().map(r -> FactRows.flat(r.fact())).toList();
    tx.execute(
        """
        INSERT INTO event (account, source, id, kind, content, booked_at, sku, region, usage_class,
          resource, labels, starts_at, ends_at, gpus, quantity, corrects_source, corrects_id, data)
        SELECT account, source, id, kind, content, $1, sku, region, usage_class, resource, labels,
          starts_at, ends_at, gpus, quantity, corrects_source, corrects_id, data
        FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[],
          $8::text[], $9::text[], $10::text[], $11::text[], $12::timestamptz[],
          $13::timestamptz[], $14::numeric[], $15::numeric[], $16::text[], $17::text[],
          $18::text[])
          AS n (account, source, id, kind, content, sku, region, usage_class, resource, labels,
            starts_at, ends_at, gpus, quantity, corrects_source, corrects_id, data)
        """,
        Columns.utc(now),
        Columns.text(flat, f -> f.identity().account()),
        Columns.text(flat, f -> f.identity().source()),
        Columns.text(flat, f -> f.identity().id()),
        Columns.text(flat, FactRows.Flat::kind),
        rows.stream().map(r -> Buffer.buffer(r.content())).toArray(Buffer[]::new),
        Columns.text(flat, FactRows.Flat::sku),
        Columns.text(flat, FactRows.Flat::region),
        Columns.text(flat, FactRows.Flat::usageClass),
        Columns.text(flat, FactRows.Flat::resource),
        Columns.text(flat, FactRows.Flat::labels),
        Columns.time(flat, FactRows.Flat::start),
        Columns.time(flat, FactRows.Flat::end),
        Columns.decimal(flat, FactRows.Flat::gpus),
        Columns.decimal(flat, FactRows.Flat::quantity),
        Columns.text(flat, f -> f.corrects() == null ? null : f.corrects().source()),
        Columns.text(flat, f -> f.corrects() == null ? null : f.corrects().id()),
        Columns.text(flat, FactRows.Flat::data));
  }

  /** Counts repetitions of known events. */
  public void countDuplicates(Transaction tx, List<Identity> repeated) {
    if (repeated.isEmpty()) {
      return;
    }
    execute(
        tx,
        "UPDATE event e SET duplicates = duplicates + i.n FROM (SELECT account, source, id,"
            + " count(*) AS n FROM "
            + IDENTITIES
            + " GROUP BY account, source, id) i WHERE e.account = i.account"
            + " AND e.source = i.source AND e.id = i.id",
        repeated);
  }

  /** Remembers that an identity came again with other content. */
  public void insertConflicts(Transaction tx, List<Identity> identities, Instant now) {
    remember(tx, "event_conflict", identities, "conflict: same identity, other content", now);
  }

  /** Remembers that the ledger refused events. */
  public void insertRejections(
      Transaction tx, List<Identity> identities, String reason, Instant now) {
    remember(tx, "event_rejection", identities, reason, now);
  }

  private void remember(
      Transaction tx, String table, List<Identity> identities, String reason, Instant now) {
    if (!identities.isEmpty()) {
      tx.execute(
          "INSERT INTO "
              + table
              + " (account, source, id, at, reason) SELECT account, source, id, $4, $5 FROM "
              + IDENTITIES,
          Columns.text(identities, Identity::account),
          Columns.text(identities, Identity::source),
          Columns.text(identities, Identity::id),
          Columns.utc(now),
          reason);
    }
  }

  private static Iterable<Row> execute(Transaction tx, String sql, List<Identity> identities) {
    if (identities.isEmpty()) {
      return List.of();
    }
    return tx.execute(
        sql,
        Columns.text(identities, Identity::account),
        Columns.text(identities, Identity::source),
        Columns.text(identities, Identity::id));
  }

  private static Identity identity(Row row) {
    return new Identity(row.getString("account"), row.getString("source"), row.getString("id"));
  }
}
