package dev.drawdown.alerting.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.alerting.app.ApplyEvents;
import dev.drawdown.alerting.app.ApplyEvents.WorkloadUsed;
import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.data.Faults;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/** Takes what is watched from the other services. */
@ApplicationScoped
public class Consumers {
  private static final Logger LOG = Logger.getLogger(Consumers.class);

  private final ApplyEvents apply;

  Consumers(ApplyEvents apply) {
    this.apply = apply;
  }

  @Incoming("charge")
  @Blocking
  public void charges(ConsumerRecords<String, byte[]> records) {
    List<ChargeChanged> events = new ArrayList<>();
    records.forEach(record -> events.add(Json.read(record.value(), ChargeChanged.class)));
    Faults.outlast("evaluating charges", () -> apply.charges(events));
  }

  @Incoming("posting")
  @Blocking
  public void postings(ConsumerRecords<String, byte[]> records) {
    List<PostingsBooked> events = new ArrayList<>();
    records.forEach(record -> events.add(Json.read(record.value(), PostingsBooked.class)));
    Faults.outlast("evaluating postings", () -> apply.postings(events));
  }

  /** Only usage with the label {@code workload} matters here; the ledger judges all the rest. */
  @Incoming("usage")
  @Blocking
  public void usage(ConsumerRecords<String, byte[]> records) {
    List<WorkloadUsed> used = new ArrayList<>();
    records.forEach(record -> workload(record.value()).ifPresent(used::add));
    Faults.outlast("noting workloads", () -> apply.workloads(used));
  }

  private static Optional<WorkloadUsed> workload(byte[] value) {
    try {
      JsonNode event = value == null ? Json.MAPPER.nullNode() : Json.MAPPER.readTree(value);
      JsonNode data = event.path("data");
      String workload = data.path("labels").path("workload").asText("");
      String until = data.path("end").asText(event.path("time").asText(""));
      if (workload.isEmpty() || until.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new WorkloadUsed(
              Texts.slug(event.path("subject").asText()),
              Texts.id(workload),
              Texts.id(data.path("class").asText("elastic")),
              Times.read(until)));
    } catch (IOException | InvalidValue e) {
      LOG.debugf("not a usage event, left to the ledger: %s", e.getMessage());
      return Optional.empty();
    }
  }
}
