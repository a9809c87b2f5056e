package dev.drawdown.ingest.app;

import dev.drawdown.ingest.core.CheckedEvent;
import dev.drawdown.ingest.core.EventReader;
import dev.drawdown.ingest.core.Limits;
import dev.drawdown.ingest.core.Reading;
import dev.drawdown.ingest.kafka.UsagePublisher;
import dev.drawdown.ingest.store.LedgerAccounts;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.Outcome.FieldError;
import dev.drawdown.kit.time.ServiceClock;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Checks events one by one, publishes the good ones and says what is wrong with the others. */
@ApplicationScoped
public class AcceptEvents {
  private final EventReader reader;
  private final LedgerAccounts accounts;
  private final UsagePublisher publisher;
  private final ServiceClock clock;

  AcceptEvents(
      LedgerAccounts accounts,
      UsagePublisher publisher,
      ServiceClock clock,
      @ConfigProperty(name = "drawdown.memory-days") int memoryDays) {
    this.reader = new EventReader(Limits.withMemoryOf(Duration.ofDays(memoryDays)));
    this.accounts = accounts;
    this.publisher = publisher;
    this.clock = clock;
  }

  /** Returns when Kafka has acknowledged the accepted ones, with a reading of each event. */
  public List<Reading> handle(List<JsonValue> events) {
    Instant now = clock.now();
    Map<String, Boolean> mayExist = new HashMap<>();
    List<Reading> readings = new ArrayList<>();
    List<CheckedEvent> accepted = new ArrayList<>();
    for (JsonValue event : events) {
      Reading reading = reader.read(event, now);
      if (reading instanceof Reading.Accepted a) {
        if (mayExist.computeIfAbsent(a.event().subject(), accounts::mayExist)) {
          accepted.add(a.event());
        } else {
          reading = unknownAccount(a.event());
        }
      }
      readings.add(reading);
    }
    publisher.publish(accepted).await().indefinitely();
    return readings;
  }

  private static Reading unknownAccount(CheckedEvent event) {
    FieldError error =
        new FieldError("subject", "unknown-account: there is no account " + event.subject());
    return new Reading.Rejected(event.id(), event.subject(), List.of(error));
  }
}
