package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.drawdown.stack.Api;
import dev.drawdown.stack.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** From usage to a signed webhook and a scale-down request, once. */
class AlertIT {
  private static final String NOW = "2026-06-15T10:00:00Z";
  private final RunningStack stack = RunningStack.get();

  private JsonNode alerts(String account) {
    return stack
        .operator()
        .get(stack.alerting("/v1/alerts?account=" + account))
        .body()
        .path("items");
  }

  private void use(String account, String id, String hours) {
    stack
        .publish(List.of(Events.amount(account, id, "alert-gpu", hours, NOW)))
        .orFail("publishing");
  }

  /** An ops team's receiver whose first answer is a failure. */
  private HttpServer receiver(List<JsonNode> received) throws IOException {
    AtomicInteger failures = new AtomicInteger(1);
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          JsonNode body = Api.JSON.readTree(exchange.getRequestBody().readAllBytes());
          boolean fails = failures.getAndDecrement() > 0;
          if (!fails) {
            received.add(body);
          }
          exchange.sendResponseHeaders(fails ? 500 : 204, -1);
          exchange.close();
        });
    receiver.start();
    return receiver;
  }

  private void watch(HttpServer receiver) {
    stack.priced("alert-gpu", "1.00");
    stack.account("watched");
    put(
        "/v1/webhooks/watched",
        Map.of(
            "account",
            "watched",
            "url",
            "http://127.0.0.1:" + receiver.getAddress().getPort() + "/",
            "events",
            List.of("budget.threshold", "scale-down.requested")));
    put(
        "/v1/budgets/watched",
        Map.of(
            "account",
            "watched",
            "metric",
            "COST",
            "amount",
            "100",
            "thresholds",
            List.of("50", "80", "100"),
            "scaleDown",
            Map.of("atPercent", "100", "cluster", "c", "workload", "w", "targetGpus", "2")));
  }

  private void put(String path, Map<String, Object> body) {
    stack.operator().put(stack.alerting(path), body).orFail(path);
  }

  @Test
  void thresholdsReachAWebhookOnceWithinThreeSecondsAndSurviveARestart() throws IOException {
    List<JsonNode> received = new CopyOnWriteArrayList<>();
    HttpServer receiver = receiver(received);
    try {
      watch(receiver);
      use("watched", "e1", "50");
      // the first attempt is answered with 500 and repeated after some seconds
      await().atMost(Duration.ofSeconds(20)).until(() -> received.size() == 1);
      Instant begun = Instant.now();
      use("watched", "e2", "55");
      await().atMost(Duration.ofSeconds(10)).until(() -> received.size() == 4);
      Duration taken = Duration.between(begun, Instant.now());
      assertTrue(taken.compareTo(Duration.ofSeconds(3)) < 0, "usage to webhook took " + taken);
      stack.stack().service(Service.Name.ALERTING).process().stop();
      stack.stack().up(null);
      use("watched", "e3", "1");
      String draft = stack.billing("/v1/accounts/watched/invoices/draft?period=2026-06");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> stack.operator().get(draft).body().path("total").asText().equals("106.00"));
      assertEquals(List.of("50", "80", "100"), alerts("watched").findValuesAsText("threshold"));
      assertEquals(4, received.size());
    } finally {
      receiver.stop(0);
    }
  }

  @Test
  void aRaisedBudgetArmsAgainOnlyWhatItPutOutOfReach() {
    stack.priced("alert-gpu", "1.00");
    stack.account("raised");
    budget("raised", "100");
    use("raised", "e1", "90");
    await().atMost(Duration.ofSeconds(20)).until(() -> alerts("raised").size() == 2);
    budget("raised", "150");
    use("raised", "e2", "40");
    await().atMost(Duration.ofSeconds(20)).until(() -> alerts("raised").size() == 3);
    assertEquals(List.of("50", "80", "80"), alerts("raised").findValuesAsText("threshold"));
  }

  private void budget(String account, String amount) {
    stack
        .operator()
        .put(
            stack.alerting("/v1/budgets/" + account),
            Map.of(
                "account",
                account,
                "metric",
                "COST",
                "amount",
                amount,
                "thresholds",
                List.of("50", "80")))
        .orFail("budget");
  }

  @Test
  void aPoolUsedUpRaisesItsLastThreshold() {
    stack.account("used-up");
    stack
        .operator()
        .put(
            stack.ledger("/v1/commitments/used-up"),
            Map.of(
                "account",
                "used-up",
                "kind",
                "POOL",
                "skus",
                List.of(Map.of("sku", "alert-gpu")),
                "hours",
                "100",
                "window",
                "CALENDAR_MONTH",
                "start",
                "2026-06-01T00:00:00Z",
                "term",
                "P1Y"))
        .orFail("commitment");
    stack
        .operator()
        .put(
            stack.alerting("/v1/budgets/used-up"),
            Map.of("account", "used-up", "metric", "COMMITMENT", "commitment", "used-up"))
        .orFail("budget");
    use("used-up", "e1", "99.999999");
    use("used-up", "e2", "0.000001");
    await().atMost(Duration.ofSeconds(20)).until(() -> alerts("used-up").size() == 1);
    assertEquals("100.000000", alerts("used-up").path(0).path("used").asText());
  }
}
