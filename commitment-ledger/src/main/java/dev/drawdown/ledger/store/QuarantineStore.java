package dev.drawdown.ledger.store;

import dev.drawdown.kit.Json;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Records that could not be used, once each, told by where they came from. */
@ApplicationScoped
public class QuarantineStore {
  /** A quarantined record with its original bytes. */
  public record Item(
      String id,
      Instant at,
      String account,
      String reason,
      String detail,
      String topic,
      int partition,
      long offset,
      byte[] value,
      List<Header> headers,
      Instant replayedAt) {
    public Item replayed(Instant now) {
      return new Item(
          id, at, account, reason, detail, topic, partition, offset, value, headers, now);
    }
  }

  /** A header that came with the record. */
  public record Header(String name, String valueBase64) {}

  public void insert(Transaction tx, List<Item> items) {
    for (Item item : items) {
      tx.execute(
          """
          INSERT INTO quarantine (id, at, account, reason, detail, topic, partition, offset_,
            value, headers)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING
          """,
          clean(item.id()),
          Columns.utc(item.at()),
          item.account() == null ? null : clean(item.account()),
          clean(item.reason()),
          clean(item.detail()),
          item.topic(),
          item.partition(),
          item.offset(),
          Buffer.buffer(item.value()),
          Json.text(item.headers()));
    }
  }

  /** Oldest first; the cursor is time and id, so equal times are not skipped. */
  public List<Item> list(Transaction tx, Page.Request page) {
    return tx.list(
        """
        SELECT * FROM quarantine
        WHERE to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || id > $1
        ORDER BY to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || id LIMIT $2
        """,
        QuarantineStore::item,
        page.after(),
        page.fetch());
  }

  public Optional<Item> find(Transaction tx, String id) {
    return tx
        .list("SELECT * FROM quarantine WHERE id = $1", QuarantineStore::item, clean(id))
        .stream()
        .findFirst();
  }

  public void markReplayed(Transaction tx, String id, Instant now) {
    tx.execute("UPDATE quarantine SET replayed_at = $2 WHERE id = $1", id, Columns.utc(now));
  }

  private static Item item(Row row) {
    return new Item(
        row.getString("id"),
        Columns.instant(row.getOffsetDateTime("at")),
        row.getString("account"),
        row.getString("reason"),
        row.getString("detail"),
        row.getString("topic"),
        row.getInteger("partition"),
        row.getLong("offset_"),
        row.getBuffer("value").getBytes(),
        List.of(Json.read(row.getString("headers"), Header[].class)),
        Columns.instant(row.getOffsetDateTime("replayed_at")));
  }

  /** The cursor's key of an item, spelt as the query compares it. */
  public static String key(Item item) {
    return java.time.format.DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS")
            .format(Columns.utc(item.at()))
        + item.id();
  }

  /** PostgreSQL's text takes no NUL; the original bytes are kept beside. */
  private static String clean(String text) {
    return text.replace("\u0000", "\\u0000");
  }
}
