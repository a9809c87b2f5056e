package dev.drawdown.ledger.kafka;

import dev.drawdown.kit.data.Faults;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.messaging.Quarantine;
import dev.drawdown.ledger.store.QuarantineStore;
import dev.drawdown.ledger.store.QuarantineStore.Item;
import io.smallrye.common.annotation.Blocking;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/** Keeps the list of quarantined records that operators read. */
@ApplicationScoped
public class QuarantineConsumer {
  private static final Logger LOG = Logger.getLogger(QuarantineConsumer.class);

  private final Pool pool;
  private final QuarantineStore quarantineStore;

  QuarantineConsumer(Pool pool, QuarantineStore quarantineStore) {
    this.pool = pool;
    this.quarantineStore = quarantineStore;
  }

  @Incoming("quarantine-in")
  @Blocking
  public void consume(ConsumerRecords<String, byte[]> records) {
    List<Item> items = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        items.add(item(record));
      } catch (DateTimeException | NumberFormatException e) {
        LOG.errorf("a record at %d/%d is not ours: %s", record.partition(), record.offset(), e);
      }
    }
    Faults.outlast(
        "listing the quarantine",
        () ->
            Transaction.run(
                pool,
                tx -> {
                  quarantineStore.insert(tx, items);
                  return null;
                }));
  }

  private static Item item(ConsumerRecord<String, byte[]> record) {
    String topic = header(record, Quarantine.TOPIC, record.topic());
    String partition = header(record, Quarantine.PARTITION, Integer.toString(record.partition()));
    String offset = header(record, Quarantine.OFFSET, Long.toString(record.offset()));
    return new Item(
        topic + "/" + partition + "/" + offset,
        Instant.parse(header(record, Quarantine.AT, Instant.EPOCH.toString())),
        record.key(),
        header(record, Quarantine.REASON, "unknown"),
        header(record, Quarantine.DETAIL, ""),
        topic,
        Integer.parseInt(partition),
        Long.parseLong(offset),
        record.value() == null ? new byte[0] : record.value(),
        headers(record),
        null);
  }

  /** The headers the record had before it came here. */
  private static List<QuarantineStore.Header> headers(ConsumerRecord<String, byte[]> record) {
    List<QuarantineStore.Header> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      if (!Quarantine.isOurs(header.key()) && header.value() != null) {
        headers.add(
            new QuarantineStore.Header(
                header.key(), Base64.getEncoder().encodeToString(header.value())));
      }
    }
    return headers;
  }

  private static String header(
      ConsumerRecord<String, byte[]> record, String name, String otherwise) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? otherwise
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
