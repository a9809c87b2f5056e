package dev.drawdown.testkit;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Points the service under test to {@link RealParts}, by the names that deployments use. */
public class RealPartsResource implements QuarkusTestResourceLifecycleManager {
  @Override
  public Map<String, String> start() {
    RealParts parts = RealParts.get();
    return Map.of(
        "kafka.bootstrap.servers", parts.bootstrap(),
        "DRAWDOWN_POSTGRES_HOST", parts.postgresHost(),
        "DRAWDOWN_POSTGRES_PORT", Integer.toString(parts.postgresPort()),
        "DRAWDOWN_JWT_PUBLIC_KEY", parts.tokens().publicKey().toUri().toString(),
        "DRAWDOWN_LEDGER_URL", "http://127.0.0.1:1",
        "quarkus.http.test-port", "0");
  }

  @Override
  public void stop() {
    // shared by all modules of the run, and ended with it
  }
}
