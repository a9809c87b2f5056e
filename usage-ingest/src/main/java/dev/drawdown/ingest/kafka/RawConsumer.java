package dev.drawdown.ingest.kafka;

import dev.drawdown.ingest.app.AcceptEvents;
import dev.drawdown.ingest.core.Reading;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.messaging.Quarantine;
import dev.drawdown.kit.time.ServiceClock;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/**
 * Takes what clusters publish to Kafka directly, in the structured or binary mode of the
 * CloudEvents binding. Bad records go to quarantine and the consumer goes on.
 */
@ApplicationScoped
public class RawConsumer {
  private static final String ATTRIBUTE = "ce_";

  private final AcceptEvents acceptEvents;
  private final Quarantine quarantine;
  private final ServiceClock clock;

  RawConsumer(
      AcceptEvents acceptEvents,
      @Channel("quarantine-out") @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER)
          MutinyEmitter<byte[]> quarantine,
      ServiceClock clock) {
    this.acceptEvents = acceptEvents;
    this.quarantine = new Quarantine(quarantine);
    this.clock = clock;
  }

  @Incoming("raw")
  @Blocking
  public void consume(ConsumerRecords<String, byte[]> records) {
    List<Uni<Void>> aside = new ArrayList<>();
    List<ConsumerRecord<String, byte[]>> readable = new ArrayList<>();
    List<JsonValue> events = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        events.add(event(record));
        readable.add(record);
      } catch (InvalidValue e) {
        aside.add(quarantine.put(record, "unreadable", "the value " + e.getMessage(), clock.now()));
      }
    }
    List<Reading> readings = acceptEvents.handle(events);
    for (int i = 0; i < readings.size(); i++) {
      if (readings.get(i) instanceof Reading.Rejected rejected) {
        String detail =
            rejected.errors().stream()
                .map(error -> error.field() + " " + error.message())
                .collect(Collectors.joining("; "));
        aside.add(quarantine.put(readable.get(i), "invalid", detail, clock.now()));
      }
    }
    if (!aside.isEmpty()) {
      Uni.join().all(aside).andFailFast().await().indefinitely();
    }
  }

  /** A structured message may repeat its attributes as headers; the content type decides. */
  private static boolean isStructured(ConsumerRecord<String, byte[]> record) {
    Header type = record.headers().lastHeader("content-type");
    return type != null
        && type.value() != null
        && new String(type.value(), StandardCharsets.UTF_8).startsWith("application/cloudevents");
  }

  private static JsonValue event(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      throw new InvalidValue("is missing");
    }
    JsonValue body = JsonValue.parse(record.value());
    if (isStructured(record)) {
      return body;
    }
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      if (header.key().startsWith(ATTRIBUTE) && header.value() != null) {
        members.put(
            header.key().substring(ATTRIBUTE.length()),
            new JsonValue.Text(new String(header.value(), StandardCharsets.UTF_8)));
      }
    }
    if (members.isEmpty()) {
      return body;
    }
    members.put("data", body);
    return new JsonValue.Members(members, record.value().length);
  }
}
