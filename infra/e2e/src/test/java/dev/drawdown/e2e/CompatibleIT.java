package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clusters that publish with the clients of OpenMeter and Lago, as those write their requests. */
class CompatibleIT {
  private static final String BATCH = "application/cloudevents-batch+json";
  private static RunningStack stack;

  @BeforeAll
  static void account() {
    stack = RunningStack.get();
    stack.account("foreign");
    stack.account("foreign-lago");
  }

  private static void awaitHours(String account, String hours) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertEquals(
                    hours,
                    stack
                        .operator()
                        .get(stack.ledger("/v1/accounts/" + account + "/usage"))
                        .body()
                        .path("items")
                        .path(0)
                        .path("hours")
                        .asText()));
  }

  private static Map<String, Object> gpuUsage(String id, Object seconds) {
    return Map.of(
        "specversion", "1.0",
        "id", id,
        "source", "cluster-a",
        "type", "gpu.usage",
        "subject", "foreign",
        "time", "2026-05-01T00:00:00.000Z",
        "data", Map.of("gpu_model", "A100-SXM4-80GB", "gpu_seconds", seconds));
  }

  @Test
  void openMetersBatchIsBookedOnceAndAnsweredWithoutABody() {
    String url = stack.ingest("/api/v1/events");
    List<?> batch = List.of(gpuUsage("evt-1", "3600"), gpuUsage("evt-2", 1800));
    Api.Answer first = stack.operator().post(url, BATCH, batch);
    assertEquals(204, first.status());
    assertEquals(204, stack.operator().post(url, BATCH, batch).status());
    awaitHours("foreign", "1.500000");
    Api.Answer mixed =
        stack.operator().post(url, BATCH, List.of(gpuUsage("evt-3", 3600), gpuUsage("evt-4", -1)));
    assertEquals(400, mixed.status());
    assertEquals(1, mixed.body().path("rejected").path(0).path("index").asInt());
    awaitHours("foreign", "2.500000");
  }

  private static Map<String, Object> lago(String id, Object timestamp) {
    return Map.of(
        "transaction_id",
        id,
        "external_subscription_id",
        "foreign-lago",
        "code",
        "gpu_seconds",
        "timestamp",
        timestamp,
        "precise_total_amount_cents",
        "1234.56",
        "properties",
        Map.of("gpu_model", "H100", "gpu_seconds", "3600"));
  }

  @Test
  void lagosEventsAreBookedUnderTheirTransactionAndAnsweredWithABody() {
    String url = stack.ingest("/api/v1/events");
    JsonNode one =
        stack.operator().post(url, Map.of("event", lago("tx-1", 1777593600))).orFail("event");
    assertEquals("tx-1", one.path("event").path("transaction_id").asText());
    assertEquals("2026-05-01T00:00:00Z", one.path("event").path("timestamp").asText());
    JsonNode many =
        stack
            .operator()
            .post(
                url + "/batch",
                Map.of("events", List.of(lago("tx-1", 1777593600), lago("tx-2", "1777597200.123"))))
            .orFail("events");
    assertEquals(2, many.path("events").size());
    awaitHours("foreign-lago", "2.000000");
    assertEquals(
        "BOOKED",
        stack
            .operator()
            .get(stack.ledger("/v1/receipts?account=foreign-lago&source=lago&id=tx-2"))
            .body()
            .path("status")
            .asText());
    Api.Answer wrong = stack.operator().post(url, Map.of("event", Map.of("code", "gpu")));
    assertEquals(422, wrong.status());
    assertEquals("validation_errors", wrong.body().path("code").asText());
    assertEquals(
        "is required", wrong.body().path("error_details").path("transaction_id").path(0).asText());
    assertEquals(400, stack.operator().post(url, Map.of("event", List.of())).status());
    assertEquals(200, stack.operator().post(url + "/batch", Map.of("events", List.of())).status());
  }
}
