package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A customer's month: usage, draw-down, invoice. */
class CustomerMonthIT {
  private final RunningStack stack = RunningStack.get();

  private String hours(String account, String field) {
    JsonNode rows = stack.operator().get(stack.ledger("/v1/accounts/" + account + "/usage")).body();
    return rows.path("items").path(0).path(field).asText("none");
  }

  private void awaitHours(String account, String field, String hours) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertEquals(hours, hours(account, field)));
  }

  private void pool(String id, String account, String hours, String start, String end) {
    stack
        .operator()
        .put(
            stack.ledger("/v1/commitments/" + id),
            Map.of(
                "account",
                account,
                "kind",
                "POOL",
                "skus",
                List.of(Map.of("sku", "month-gpu")),
                "hours",
                hours,
                "start",
                start,
                "end",
                end,
                "fee",
                Map.of("amount", "93.00", "per", "MONTH"),
                "overage",
                List.of(Map.of("discountPercent", "15"))))
        .orFail("commitment");
  }

  @Test
  void lateUsageTakesWhatItsOwnTimeStillHas() {
    stack.account("worked");
    pool("worked-1", "worked", "10", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
    pool("worked-2", "worked", "10", "2026-01-15T00:00:00Z", "2026-03-01T00:00:00Z");
    stack.publish(List.of(Events.amount("worked", "e2", "month-gpu", "8", "2026-01-20T00:00:00Z")));
    stack.publish(List.of(Events.amount("worked", "e1", "month-gpu", 6, "2026-01-10T00:00:00Z")));
    awaitHours("worked", "drawn", "14.000000");
    JsonNode receipt =
        stack.operator().get(stack.ledger("/v1/receipts?account=worked&source=test&id=e2")).body();
    JsonNode draws = receipt.path("slices").path(0).path("draws");
    assertEquals("worked-1", draws.path(0).path("commitment").asText());
    assertEquals("4.000000", draws.path(0).path("hours").asText());
    assertEquals("4.000000", draws.path(1).path("hours").asText());
    JsonNode commitments =
        stack.operator().get(stack.ledger("/v1/accounts/worked/commitments")).body();
    assertEquals("6.000000", commitments.path("items").path(1).path("lapsed").asText());
  }

  @Test
  void twentyParallelFinalisesGiveOneInvoice() throws Exception {
    stack.priced("month-gpu", "2.00");
    stack.account("parallel");
    pool("parallel-1", "parallel", "100", "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z");
    stack.publish(
        List.of(Events.amount("parallel", "e", "month-gpu", "150", "2026-04-10T00:00:00Z")));
    awaitHours("parallel", "hours", "150.000000");
    String url = stack.billing("/v1/accounts/parallel/invoices");
    List<Callable<Api.Answer>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(() -> stack.operator().post(url, Map.of("period", "2026-04")));
    }
    List<String> numbers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(20)) {
      for (Future<Api.Answer> answer : threads.invokeAll(calls)) {
        numbers.add(answer.get().orFail("finalising").path("number").asText());
      }
    }
    assertEquals(1, numbers.stream().distinct().count(), numbers.toString());
    JsonNode invoice = stack.operator().get(url).body().path("items").path(0);
    // 93.00 of fee, and 50 h beyond the pool at 2.00 less 15 %
    assertEquals("178.00", invoice.path("total").asText());
    String id = stack.billing("/v1/invoices/" + invoice.path("id").asText());
    assertEquals(invoice.toString(), stack.operator().get(id).body().toString());
  }

  @Test
  void aPeriodIsNotFinalisedBeforeItsEndNorWithoutPrices() {
    stack.account("early");
    String url = stack.billing("/v1/accounts/early/invoices");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> stack.operator().get(url + "/draft?period=2026-06").status() == 200);
    assertEquals(409, stack.operator().post(url, Map.of("period", "2026-06")).status());
    stack.publish(List.of(Events.amount("early", "e", "no-price", "1", "2026-05-10T00:00:00Z")));
    awaitHours("early", "hours", "1.000000");
    assertEquals(409, stack.operator().post(url, Map.of("period", "2026-05")).status());
    JsonNode draft = stack.operator().get(url + "/draft?period=2026-05").body();
    assertEquals("no-price", draft.path("unpriced").path(0).path("sku").asText());
  }

  @Test
  void aVoidedEventIsTakenBackAlsoWhenTheCorrectionComesFirst() {
    stack.account("voids");
    stack.publish(List.of(Events.voided("voids", "v1", "e1", "2026-05-11T00:00:00Z")));
    stack.publish(
        List.of(
            Events.amount("voids", "e1", "month-gpu", "5", "2026-05-10T00:00:00Z"),
            Events.amount("voids", "e2", "month-gpu", "7", "2026-05-10T00:00:00Z")));
    awaitHours("voids", "hours", "7.000000");
    JsonNode receipt =
        stack.operator().get(stack.ledger("/v1/receipts?account=voids&source=test&id=e1")).body();
    assertEquals("0.000000", receipt.path("hours").asText());
    assertEquals("BOOKED", receipt.path("corrections").path(0).path("status").asText());
  }

  @Test
  void aCustomerSeesItsOwnAccountAndNothingElse() {
    stack.account("mine");
    stack.account("theirs");
    Api mine = stack.as("customer", "mine");
    assertEquals(200, mine.get(stack.ledger("/v1/accounts/mine/usage")).status());
    for (String path :
        List.of(
            "/v1/accounts/theirs",
            "/v1/accounts/theirs/usage",
            "/v1/accounts/theirs/postings",
            "/v1/accounts/theirs/commitments",
            "/v1/reconciliation",
            "/v1/quarantine",
            "/v1/receipts?account=theirs&source=s&id=i")) {
      assertEquals(403, mine.get(stack.ledger(path)).status(), path);
    }
    String invoices = "/v1/accounts/theirs/invoices";
    assertEquals(403, mine.get(stack.billing(invoices)).status());
    assertEquals(403, mine.get(stack.alerting("/v1/alerts?account=theirs")).status());
    assertEquals(403, mine.post(stack.ingest("/v1/events"), List.of()).status());
    assertEquals(401, new Api("rubbish").get(stack.ledger("/v1/accounts/mine")).status());
    Api cluster = stack.as("cluster", null);
    assertEquals(403, cluster.get(stack.ledger("/v1/accounts/mine")).status());
  }

  @Test
  void acknowledgedUsageIsVisibleWithinTwoSeconds() {
    stack.account("quick");
    stack.publish(
        List.of(Events.amount("quick", "warm", "month-gpu", "1", "2026-05-10T00:00:00Z")));
    awaitHours("quick", "hours", "1.000000");
    stack.publish(List.of(Events.amount("quick", "e", "month-gpu", "1", "2026-05-10T00:00:00Z")));
    await()
        .atMost(Duration.ofSeconds(2))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> hours("quick", "hours").equals("2.000000"));
    assertTrue(
        stack
            .operator()
            .get(stack.ledger("/v1/reconciliation?account=quick"))
            .body()
            .path("balanced")
            .asBoolean());
  }
}
