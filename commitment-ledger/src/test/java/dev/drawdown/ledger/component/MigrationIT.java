package dev.drawdown.ledger.component;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Chain;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.Recount;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.BookStore;
import dev.drawdown.ledger.store.EventIdSamples;
import dev.drawdown.ledger.store.HistoryStore;
import dev.drawdown.ledger.store.QueryStore;
import dev.drawdown.testkit.RealParts;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.pgclient.PgBuilder;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.pgclient.PgConnectOptions;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** Books of the previous version move over and still balance, to the posting. */
class MigrationIT {
  private static final String DATABASE = "ledger_of_version_1";
  private static final Slice ALL =
      new Slice(Instant.parse("2000-01-01T00:00:00Z"), Instant.parse("2101-01-01T00:00:00Z"));

  private static final String CORRECTED = "0190e2a4-7c31-7000-8000-00000000e201";

  private final RealParts parts = RealParts.get();

  @Test
  void booksOfVersionOneMoveOverAndBalance() throws Exception {
    try (Connection server = parts.connect("postgres");
        Statement statement = server.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
      statement.execute("CREATE DATABASE " + DATABASE);
    }
    try (Connection ledger = parts.connect(DATABASE);
        Statement statement = ledger.createStatement()) {
      statement.execute("CREATE SCHEMA cdc");
      migrate("1");
      statement.execute(previousData());
      migrate("3");
      assertThrows(SQLException.class, () -> statement.execute("UPDATE posting SET quantity = 1"));
      assertThrows(SQLException.class, () -> statement.execute("DELETE FROM posting"));
      assertThrows(SQLException.class, () -> statement.execute("TRUNCATE posting_p0"));
      assertThrows(SQLException.class, () -> statement.execute("UPDATE event SET amount = 1"));
    }
    Vertx vertx = Vertx.vertx();
    Pool pool = pool(vertx);
    try {
      Transaction.run(
          pool,
          tx -> {
            factsAreThere(tx);
            booksBalance(tx);
            journalIsChained(tx);
            idsAreKeptAlike(tx);
            knownOutagesAreTold(tx);
            return null;
          });
    } finally {
      pool.close().await().indefinitely();
      vertx.close().await().indefinitely();
    }
  }

  private void migrate(String version) {
    Flyway.configure()
        .dataSource(
            "jdbc:postgresql://%s:%d/%s"
                .formatted(parts.postgresHost(), parts.postgresPort(), DATABASE),
            parts.superuser(),
            "test")
        .target(version)
        .load()
        .migrate();
  }

  private static String previousData() throws java.io.IOException {
    try (var in = MigrationIT.class.getResourceAsStream("/previous/V001-data.sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Pool pool(Vertx vertx) {
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(parts.postgresHost())
            .setPort(parts.postgresPort())
            .setDatabase(DATABASE)
            .setUser(parts.superuser())
            .setPassword("test");
    return PgBuilder.pool().connectingTo(options).using(vertx).build();
  }

  private static void factsAreThere(Transaction tx) {
    QueryStore queries = new QueryStore();
    Identity e1 = new Identity("acme", "s1", "e1");
    QueryStore.Booked booked = queries.event(tx, e1).orElseThrow();
    assertEquals(2, booked.duplicates());
    assertEquals(Instant.parse("2026-01-10T12:00:00.500Z"), booked.bookedAt());
    Fact.Usage usage = (Fact.Usage) booked.fact();
    assertEquals("pod/1", usage.resource());
    assertEquals("{\"team\":\"a\"}", usage.labels());
    assertEquals(1, queries.corrections(tx, new Identity("acme", "s1", CORRECTED)).size());
    Fact outage = queries.event(tx, new Identity("acme", "s2", "o1")).orElseThrow().fact();
    assertTrue(((Fact.Notice) outage).data().startsWith("{\"commitment\":\"K1\","));
  }

  private static void booksBalance(Transaction tx) {
    AccountBookStore.Book book = new AccountBookStore().look(tx, "acme");
    assertTrue(book.hasCorrections());
    Recount recount = new Recount(book.calendar(), book.commitments());
    BookStore books = new BookStore();
    assertEquals(
        List.of(),
        recount.next(
            ALL, new HistoryStore().overlapping(tx, "acme", ALL), books.cells(tx, "acme", ALL)));
    assertEquals(Map.of(), recount.wrong(books.allowances(tx, "acme")));
  }

  /** The migration hashed in SQL what the ledger hashes in Java. */
  private static void journalIsChained(Transaction tx) {
    byte[] hash = Chain.START;
    List<QueryStore.Journal> journal = new QueryStore().journal(tx, "acme", ALL);
    assertEquals(5, journal.size());
    for (QueryStore.Journal one : journal) {
      hash = Chain.next(hash, "acme", one.sequence(), one.bookedAt(), one.posting());
      assertArrayEquals(hash, one.hash(), "posting " + one.sequence());
    }
    assertArrayEquals(hash, new AccountBookStore().look(tx, "acme").head().chain());
  }

  /** The migration wrote ids in SQL as the ledger writes them in Java. */
  private static void idsAreKeptAlike(Transaction tx) {
    for (String id : EventIdSamples.ALL) {
      Row row =
          tx.execute("SELECT event_id_bytes($1), event_id_text(event_id_bytes($1))", id)
              .iterator()
              .next();
      assertArrayEquals(EventIdSamples.kept(id), row.getBuffer(0).getBytes(), id);
      assertEquals(id, row.getString(1));
    }
  }

  /** The previous version kept outages and told nobody. */
  private static void knownOutagesAreTold(Transaction tx) {
    var payloads =
        tx.list(
            "SELECT payload FROM cdc.outbox WHERE topic = 'drawdown.posting.v1'",
            row -> Json.read(row.getBuffer(0).getBytes(), PostingsBooked.class));
    assertEquals(1, payloads.size());
    PostingsBooked.Outage outage = payloads.getFirst().outages().getFirst();
    assertEquals(1, outage.number());
    assertEquals("o1", outage.id());
    assertEquals("K1", outage.commitment());
    assertEquals(1, new AccountBookStore().look(tx, "acme").outages());
  }
}
