package dev.drawdown.kit.messaging;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * Where records go that cannot be used: their original bytes, with headers that say why and where
 * they came from. The consumer goes on.
 */
public final class Quarantine {
  private static final String OURS = "drawdown-";
  public static final String REASON = "drawdown-reason";
  public static final String DETAIL = "drawdown-detail";
  public static final String TOPIC = "drawdown-topic";
  public static final String PARTITION = "drawdown-partition";
  public static final String OFFSET = "drawdown-offset";
  public static final String AT = "drawdown-at";

  private final MutinyEmitter<byte[]> emitter;

  public Quarantine(MutinyEmitter<byte[]> emitter) {
    this.emitter = emitter;
  }

  /** Completes when Kafka has acknowledged the record. */
  public Uni<Void> put(
      ConsumerRecord<String, byte[]> record, String reason, String detail, Instant at) {
    RecordHeaders headers = new RecordHeaders();
    // ours come last and alone under their names, so a producer cannot speak for us
    for (Header header : record.headers()) {
      if (!isOurs(header.key())) {
        headers.add(header);
      }
    }
    add(headers, REASON, reason);
    add(headers, DETAIL, detail);
    add(headers, TOPIC, record.topic());
    add(headers, PARTITION, Integer.toString(record.partition()));
    add(headers, OFFSET, Long.toString(record.offset()));
    add(headers, AT, at.toString());
    OutgoingKafkaRecordMetadata<String> metadata =
        OutgoingKafkaRecordMetadata.<String>builder()
            .withKey(record.key())
            .withHeaders(headers)
            .build();
    byte[] value = record.value() == null ? new byte[0] : record.value();
    return emitter.sendMessage(Message.of(value).addMetadata(metadata));
  }

  /** Whether a header is one of quarantine's, and not one that the record came with. */
  public static boolean isOurs(String header) {
    return header.startsWith(OURS);
  }

  private static void add(RecordHeaders headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
