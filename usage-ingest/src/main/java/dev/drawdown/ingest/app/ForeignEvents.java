package dev.drawdown.ingest.app;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.drawdown.ingest.core.Rule;
import dev.drawdown.ingest.core.Translation;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.time.ServiceClock;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Translates other systems' events by the operator's rules, and by common ones beyond them. */
@ApplicationScoped
public class ForeignEvents {
  private final Translation translation;
  private final ServiceClock clock;

  ForeignEvents(
      ServiceClock clock, @ConfigProperty(name = "drawdown.translation") Optional<String> rules)
      throws IOException {
    this.clock = clock;
    this.translation =
        new Translation(
            rules.isEmpty()
                ? List.of()
                : Json.MAPPER.readValue(rules.get(), new TypeReference<List<Rule>>() {}));
  }

  public List<JsonValue> openMeter(List<JsonValue> events) {
    return events.stream().map(translation::openMeter).toList();
  }

  public List<JsonValue> lago(List<JsonValue> events) {
    Instant now = clock.now();
    return events.stream().map(event -> translation.lago(event, now)).toList();
  }

  public Instant now() {
    return clock.now();
  }
}
