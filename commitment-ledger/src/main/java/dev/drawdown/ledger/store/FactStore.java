package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The facts: events as they came, each identity once. */
@ApplicationScoped
public class FactStore {
  private static final String IDENTITIES =
      "unnest($1::integer[], $2::integer[], $3::bytea[]) WITH ORDINALITY AS i (book, source, id,"
          + " n)";

  private static final String FIND =
      "SELECT i.n, "
          + FactRows.COLUMNS
          + " FROM "
          + IDENTITIES
          + " JOIN event e ON e.book = i.book AND e.source = i.source AND e.id = i.id"
          + FactRows.DETAILS;

  private static final String CORRECTIONS =
      """
      SELECT i.n, o.source AS by_source, k.id AS by_id, k.quantity, e.starts_at
      FROM %s JOIN correction k ON k.book = i.book AND k.corrects_source = i.source
        AND k.corrects_id = i.id
      JOIN event e ON e.book = k.book AND e.source = k.source AND e.id = k.id
      JOIN event_source o ON o.number = k.source
      """
          .formatted(IDENTITIES);

  private static final String INSERT =
      """
      INSERT INTO event (book, source, series, starts_at, ends_at, booked_at, id, amount, resource)
      SELECT book, source, series, starts_at, ends_at, $1, id, amount, resource
      FROM unnest($2::integer[], $3::integer[], $4::bigint[], $5::timestamptz[],
        $6::timestamptz[], $7::bytea[], $8::numeric[], $9::text[])
        AS n (book, source, series, starts_at, ends_at, id, amount, resource)
      """;

  /** Those of the identities that are known, with what they said. */
  public Map<Identity, Fact> find(
      Transaction tx, Numbers numbers, Collection<Identity> identities) {
    List<Identity> asked = List.copyOf(identities);
    Map<Identity, Fact> found = new HashMap<>();
    ask(tx, FIND, numbers, asked)
        .forEach(
            row -> {
              Identity identity = asked.get(row.getInteger(0) - 1);
              found.put(identity, FactRows.fact(identity, row));
            });
    return found;
  }

  /** Corrections of the identities, whether or not the corrected events are known. */
  public List<Fact.Correction> corrections(
      Transaction tx, Numbers numbers, Collection<Identity> corrected) {
    List<Identity> asked = List.copyOf(corrected);
    List<Fact.Correction> corrections = new ArrayList<>();
    ask(tx, CORRECTIONS, numbers, asked)
        .forEach(row -> corrections.add(correction(asked.get(row.getInteger(0) - 1), row)));
    return corrections;
  }

  private static Fact.Correction correction(Identity target, Row row) {
    return new Fact.Correction(
        new Identity(target.account(), row.getString("by_source"), EventIds.text(row, "by_id")),
        target,
        FactRows.change(row),
        Columns.instant(row.getOffsetDateTime("starts_at")));
  }

  /** Adds facts whose identities are new. */
  public void insert(Transaction tx, Numbers numbers, List<Fact> facts, Instant now) {
    if (facts.isEmpty()) {
      return;
    }
    tx.send(
        INSERT,
        Columns.utc(now),
        Columns.integer(facts, f -> numbers.book(f.identity())),
        Columns.integer(facts, f -> numbers.source(f.identity())),
        Columns.number(facts, numbers::series),
        Columns.time(facts, FactRows::start),
        Columns.time(facts, FactRows::end),
        Columns.bytes(facts, f -> EventIds.bytes(f.identity())),
        Columns.decimal(facts, FactRows::amount),
        Columns.text(facts, FactRows::resource));
    insertCorrections(tx, numbers, only(facts, Fact.Correction.class));
    insertNotices(tx, numbers, only(facts, Fact.Notice.class));
  }

  private static <F extends Fact> List<F> only(List<Fact> facts, Class<F> kind) {
    return facts.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static void insertCorrections(
      Transaction tx, Numbers numbers, List<Fact.Correction> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
        """
        INSERT INTO correction (book, source, id, corrects_source, corrects_id, quantity)
        SELECT * FROM unnest($1::integer[], $2::integer[], $3::bytea[], $4::integer[], $5::bytea[],
          $6::numeric[])
        """,
        Columns.integer(rows, r -> numbers.book(r.identity())),
        Columns.integer(rows, r -> numbers.source(r.identity())),
        Columns.bytes(rows, r -> EventIds.bytes(r.identity())),
        Columns.integer(rows, r -> numbers.source(r.corrects())),
        Columns.bytes(rows, r -> EventIds.bytes(r.corrects())),
        Columns.decimal(
            rows, r -> r.change() instanceof Fact.Change.Added a ? a.quantity() : null));
  }

  private static void insertNotices(Transaction tx, Numbers numbers, List<Fact.Notice> rows) {
    if (rows.isEmpty()) {
      return;
    }
    tx.send(
        """
        INSERT INTO notice (book, source, id, kind, data)
        SELECT * FROM unnest($1::integer[], $2::integer[], $3::bytea[], $4::text[], $5::text[])
        """,
        Columns.integer(rows, r -> numbers.book(r.identity())),
        Columns.integer(rows, r -> numbers.source(r.identity())),
        Columns.bytes(rows, r -> EventIds.bytes(r.identity())),
        Columns.text(rows, r -> r.kind().name()),
        Columns.text(rows, Fact.Notice::data));
  }

  /** Counts repetitions of known events. */
  public void countDuplicates(Transaction tx, Numbers numbers, List<Identity> repeated) {
    if (repeated.isEmpty()) {
      return;
    }
    Map<Identity, Long> times = new TreeMap<>();
    repeated.forEach(identity -> times.merge(identity, 1L, Long::sum));
    List<Identity> rows = List.copyOf(times.keySet());
    tx.send(
        """
        INSERT INTO event_duplicate (book, source, id, times)
        SELECT * FROM unnest($1::integer[], $2::integer[], $3::bytea[], $4::bigint[])
        ON CONFLICT (book, source, id)
        DO UPDATE SET times = event_duplicate.times + EXCLUDED.times
        """,
        Columns.integer(rows, numbers::book),
        Columns.integer(rows, numbers::source),
        Columns.bytes(rows, EventIds::bytes),
        Columns.number(rows, times::get));
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

  private static void remember(
      Transaction tx, String table, List<Identity> identities, String reason, Instant now) {
    if (!identities.isEmpty()) {
      tx.send(
          "INSERT INTO "
              + table
              + " (account, source, id, at, reason) SELECT account, source, id, $4, $5"
              + " FROM unnest($1::text[], $2::text[], $3::text[]) AS i (account, source, id)",
          Columns.text(identities, Identity::account),
          Columns.text(identities, Identity::source),
          Columns.text(identities, Identity::id),
          Columns.utc(now),
          reason);
    }
  }

  private static Iterable<Row> ask(
      Transaction tx, String sql, Numbers numbers, List<Identity> identities) {
    if (identities.isEmpty()) {
      return List.of();
    }
    return tx.execute(
        sql,
        Columns.integer(identities, numbers::book),
        Columns.integer(identities, numbers::source),
        Columns.bytes(identities, EventIds::bytes));
  }
}
