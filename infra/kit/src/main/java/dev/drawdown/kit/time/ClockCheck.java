package dev.drawdown.kit.time;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Shows the service's time beside its readiness. */
@Readiness
@ApplicationScoped
public class ClockCheck implements HealthCheck {
  private final ServiceClock clock;

  public ClockCheck(ServiceClock clock) {
    this.clock = clock;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("clock").withData("time", clock.now().toString()).up().build();
  }
}
