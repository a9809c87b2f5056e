package dev.drawdown.ingest.kafka;

import dev.drawdown.ingest.core.CheckedEvent;
import dev.drawdown.kit.Json;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** Publishes checked events, keyed by account, as structured CloudEvents. */
@ApplicationScoped
public class UsagePublisher {
  private final MutinyEmitter<byte[]> emitter;

  UsagePublisher(
      @Channel("usage-out") @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER)
          MutinyEmitter<byte[]> emitter) {
    this.emitter = emitter;
  }

  /** Completes when all in-sync replicas have every event; fails when one is not acknowledged. */
  public Uni<Void> publish(List<CheckedEvent> events) {
    if (events.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    List<Uni<Void>> sends = events.stream().map(this::publish).toList();
    return Uni.join().all(sends).andFailFast().replaceWithVoid();
  }

  private Uni<Void> publish(CheckedEvent event) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("content-type", "application/cloudevents+json".getBytes(StandardCharsets.UTF_8));
    return emitter.sendMessage(
        Message.of(encode(event))
            .addMetadata(
                OutgoingKafkaRecordMetadata.<String>builder()
                    .withKey(event.subject())
                    .withHeaders(headers)
                    .build()));
  }

  static byte[] encode(CheckedEvent event) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("specversion", "1.0");
    json.put("id", event.id());
    json.put("source", event.source());
    json.put("type", event.type());
    json.put("subject", event.subject());
    if (event.time() != null) {
      json.put("time", event.time());
    }
    json.put("data", event.data());
    return Json.bytes(json);
  }
}
