package dev.drawdown.kit.time;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The service's time: the machine's, moved by a fixed offset, in microseconds. */
@ApplicationScoped
public class ServiceClock {
  private final Duration offset;

  public ServiceClock(
      @ConfigProperty(name = "drawdown.clock.offset", defaultValue = "PT0S") Duration offset) {
    this.offset = offset;
  }

  public Instant now() {
    return Instant.now().plus(offset).truncatedTo(ChronoUnit.MICROS);
  }

  /** The machine's own time, for what others check against theirs: signatures and retries. */
  public Instant real() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }
}
