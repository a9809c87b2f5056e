package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.stack.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ledger is killed while usage flows; nothing is lost and nothing doubled. */
class LedgerCrashIT {
  private static final int EVENTS = 20_000;
  private static final int BATCH = 500;
  private final RunningStack stack = RunningStack.get();

  private String hours() {
    return stack
        .operator()
        .get(stack.ledger("/v1/accounts/crash/usage"))
        .body()
        .path("items")
        .path(0)
        .path("hours")
        .asText("0");
  }

  @Test
  void killNineInTheMiddleOfAnImportLosesAndDoublesNothing() {
    stack.account("crash");
    stack
        .operator()
        .put(
            stack.ledger("/v1/commitments/crash-pool"),
            Map.of(
                "account",
                "crash",
                "kind",
                "POOL",
                "skus",
                List.of(Map.of("sku", "gpu")),
                "hours",
                "1000",
                "start",
                "2026-05-01T00:00:00Z",
                "end",
                "2026-06-01T00:00:00Z"))
        .orFail("commitment");
    for (int from = 0; from < EVENTS; from += BATCH) {
      publish(from);
      if (from == EVENTS / 4 || from == EVENTS / 2) {
        killTheLedgerAndStartItAgain();
      }
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertEquals("2000.000000", hours()));
    var books = stack.operator().get(stack.ledger("/v1/reconciliation?account=crash")).body();
    assertTrue(books.path("balanced").asBoolean(), books.toString());
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertEquals("1000.000000", coveredOnTheDraft()));
  }

  private void publish(int from) {
    List<Object> batch = new ArrayList<>();
    for (int i = from; i < from + BATCH; i++) {
      String time = "2026-05-%02dT%02d:00:00Z".formatted(1 + i % 28, i % 24);
      batch.add(Events.amount("crash", "e" + i, "gpu", "0.1", time));
    }
    stack.publish(batch).orFail("publishing");
  }

  private void killTheLedgerAndStartItAgain() {
    var ledger = stack.stack().service(Service.Name.COMMITMENT_LEDGER).process();
    ledger.handle().orElseThrow().destroyForcibly();
    await().atMost(Duration.ofSeconds(10)).until(ledger::hasCrashed);
    stack.stack().up(null);
  }

  private String coveredOnTheDraft() {
    String draft = stack.billing("/v1/accounts/crash/invoices/draft?period=2026-05");
    return stack.operator().get(draft).body().path("lines").path(0).path("quantity").asText();
  }
}
