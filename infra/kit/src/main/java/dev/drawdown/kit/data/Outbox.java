package dev.drawdown.kit.data;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Messages that leave a database in the transaction that causes them. Debezium reads the table
 * {@code cdc.outbox} from the log and publishes each row under its account's key.
 */
public final class Outbox {
  /** A message for a topic; the payload becomes the Kafka record's value, byte for byte. */
  public record Message(String topic, String account, byte[] payload) {}

  private Outbox() {}

  /**
   * Deletes some of the rows that are older than a time; Debezium has long read them.
   *
   * @return how many; fewer than were allowed when no more are left
   */
  public static int forget(Transaction tx, Duration age, int most) {
    return tx.execute(
            """
            DELETE FROM cdc.outbox WHERE position IN (
              SELECT position FROM cdc.outbox
              WHERE created_at < now() - make_interval(secs => $1) ORDER BY position LIMIT $2)
            """,
            (double) age.toSeconds(),
            most)
        .rowCount();
  }

  /** Rows are inserted, and so published, in the order of the list. */
  public static void put(Transaction tx, List<Message> messages) {
    if (messages.isEmpty()) {
      return;
    }
    int n = messages.size();
    UUID[] ids = new UUID[n];
    String[] topics = new String[n];
    String[] accounts = new String[n];
    io.vertx.core.buffer.Buffer[] payloads = new io.vertx.core.buffer.Buffer[n];
    for (int i = 0; i < n; i++) {
      ids[i] = UUID.randomUUID();
      topics[i] = messages.get(i).topic();
      accounts[i] = messages.get(i).account();
      payloads[i] = io.vertx.core.buffer.Buffer.buffer(messages.get(i).payload());
    }
    tx.send(
        """
        INSERT INTO cdc.outbox (id, topic, account, payload)
        SELECT id, topic, account, payload
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
          WITH ORDINALITY AS m (id, topic, account, payload, position)
        ORDER BY position
        """,
        ids,
        topics,
        accounts,
        payloads);
  }
}
