package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of an invoice: corrected by later ones, made void, made by itself. */
class InvoiceLifeIT {
  private static final String SKU = "life-gpu";

  private final RunningStack stack = RunningStack.get();

  @BeforeEach
  void prices() {
    stack.priced(SKU, "2.00");
  }

  private void use(String account, String id, String hours, String time) {
    stack.publish(List.of(Events.amount(account, id, SKU, hours, time)));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                stack
                        .operator()
                        .get(
                            stack.ledger(
                                "/v1/receipts?account=" + account + "&source=test&id=" + id))
                        .status()
                    == 200);
  }

  private JsonNode finalise(String account, String period) {
    return stack
        .operator()
        .post(stack.billing("/v1/accounts/" + account + "/invoices"), Map.of("period", period))
        .orFail("finalising " + period);
  }

  private static List<String> lines(JsonNode invoice) {
    List<String> lines = new ArrayList<>();
    for (JsonNode line : invoice.path("lines")) {
      String corrects = line.path("correctsPeriod").asText();
      lines.add(
          (line.path("kind").asText() + " " + corrects).trim()
              + " "
              + line.path("amount").asText());
    }
    return lines;
  }

  @Test
  void lateUsageOfAClosedMonthIsOnTheNextInvoiceOnce() {
    stack.account("late");
    use("late", "e1", "100", "2026-03-10T00:00:00Z");
    JsonNode march = finalise("late", "2026-03");
    assertEquals("200.00", march.path("total").asText());
    use("late", "e2", "10", "2026-03-11T00:00:00Z");
    use("late", "e3", "1", "2026-04-11T00:00:00Z");
    JsonNode april = finalise("late", "2026-04");
    assertEquals(List.of("ON_DEMAND 2.00", "CORRECTION 2026-03 20.00"), lines(april));
    assertEquals(List.of(), lines(finalise("late", "2026-05")));
    String frozen = stack.billing("/v1/invoices/" + march.path("id").asText());
    assertEquals(march.toString(), stack.operator().get(frozen).body().toString());
  }

  @Test
  void usageTakenBackGivesACreditNote() {
    stack.account("credit");
    use("credit", "e1", "100", "2026-03-10T00:00:00Z");
    finalise("credit", "2026-03");
    stack.publish(List.of(Events.voided("credit", "v1", "e1", "2026-04-01T00:00:00Z")));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                stack
                        .operator()
                        .get(stack.ledger("/v1/receipts?account=credit&source=test&id=v1"))
                        .status()
                    == 200);
    JsonNode april = finalise("credit", "2026-04");
    assertEquals("-200.00", april.path("total").asText());
    assertEquals(List.of("CORRECTION 2026-03 -200.00"), lines(april));
  }

  @Test
  void aVoidInvoiceCanBeReadAndItsPeriodIsInvoicedAnew() {
    stack.account("voided");
    use("voided", "e1", "100", "2026-03-10T00:00:00Z");
    JsonNode first = finalise("voided", "2026-03");
    String url = stack.billing("/v1/invoices/" + first.path("id").asText());
    Api.Answer without = stack.operator().post(url + "/void", Map.of());
    assertEquals(400, without.status());
    JsonNode made =
        stack.operator().post(url + "/void", Map.of("reason", "wrong address")).orFail("void");
    assertEquals("VOID", made.path("status").asText());
    JsonNode read = stack.operator().get(url).body();
    assertEquals("VOID", read.path("status").asText());
    assertEquals("wrong address", read.path("voidReason").asText());
    assertEquals("200.00", read.path("total").asText());
    JsonNode second = finalise("voided", "2026-03");
    assertNotEquals(first.path("number"), second.path("number"));
    assertEquals("200.00", second.path("total").asText());
    JsonNode list = stack.operator().get(stack.billing("/v1/accounts/voided/invoices")).body();
    assertEquals(2, list.path("items").size());
  }

  /** Four GPUs for 8,000 a month, a tenth of it back below 99.9 %. */
  private void promised() {
    stack
        .operator()
        .put(
            stack.ledger("/v1/commitments/sla-1"),
            Map.of(
                "account", "sla",
                "kind", "CAPACITY",
                "skus", List.of(Map.of("sku", SKU)),
                "gpus", "4",
                "start", "2026-04-01T00:00:00Z",
                "term", "P1Y",
                "fee", Map.of("amount", "8000.00", "per", "MONTH"),
                "sla",
                    Map.of(
                        "availabilityPercent",
                        "99.9",
                        "credits",
                        List.of(Map.of("belowPercent", "99.9", "creditPercent", "10")))))
        .orFail("commitment");
  }

  @Test
  void anOutageIsCreditedByItselfWithItsEvidence() {
    stack.account("sla");
    promised();
    Map<String, Object> outage =
        Map.of(
            "specversion", "1.0",
            "id", "o1",
            "source", "monitor",
            "type", "dev.drawdown.outage.v1",
            "subject", "sla",
            "data",
                Map.of(
                    "commitment", "sla-1",
                    "gpus", "4",
                    "start", "2026-04-10T10:00:00Z",
                    "end", "2026-04-10T11:00:00Z"));
    stack.publish(List.of(outage, outage));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                stack
                        .operator()
                        .get(stack.ledger("/v1/receipts?account=sla&source=monitor&id=o1"))
                        .status()
                    == 200);
    JsonNode april = finalise("sla", "2026-04");
    assertEquals(List.of("COMMITMENT_FEE 8000.00", "SLA_CREDIT -800.00"), lines(april));
    JsonNode evidence = april.path("lines").path(1).path("evidence");
    assertEquals(1, evidence.size());
    assertEquals("2026-04-10T10:00:00Z", evidence.path(0).path("start").asText());
  }

  @Test
  void everyLineOfUsageIsExplainedBySlicesThatAddUp() {
    stack.account("explained");
    use("explained", "e1", "10", "2026-03-10T00:00:00Z");
    use("explained", "e2", "5.5", "2026-03-12T03:00:00Z");
    JsonNode march = finalise("explained", "2026-03");
    use("explained", "e3", "7", "2026-03-13T00:00:00Z"); // later, so not behind this line
    JsonNode explained =
        stack
            .operator()
            .get(stack.billing("/v1/invoices/" + march.path("id").asText() + "/lines/1/explain"))
            .orFail("explain");
    BigDecimal cost = BigDecimal.ZERO;
    for (JsonNode slice : explained.path("slices")) {
      cost = cost.add(new BigDecimal(slice.path("cost").asText()));
      assertEquals(200, stack.operator().get(stack.ledger(slice.path("events").asText())).status());
    }
    assertEquals(2, explained.path("slices").size());
    assertEquals(0, cost.compareTo(new BigDecimal(march.path("total").asText())));
    assertEquals(
        404,
        stack
            .operator()
            .get(stack.billing("/v1/invoices/" + march.path("id").asText() + "/lines/9/explain"))
            .status());
  }

  @Test
  void periodsCloseByThemselvesAndMissedOnesAreMadeUp() {
    stack
        .operator()
        .put(
            stack.ledger("/v1/accounts/closing"),
            Map.of("name", "Closing", "currency", "USD", "graceHours", "24"))
        .orFail("account");
    use("closing", "e1", "10", "2026-03-10T00:00:00Z");
    use("closing", "e2", "20", "2026-05-10T00:00:00Z");
    String url = stack.billing("/v1/accounts/closing/invoices");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertEquals(2, stack.operator().get(url).body().path("items").size()));
    JsonNode items = stack.operator().get(url).body().path("items");
    assertEquals("2026-03", items.path(0).path("period").path("label").asText());
    assertEquals("40.00", items.path(1).path("total").asText());
    assertTrue(items.path(0).path("number").asText().matches("INV-2026-[0-9]{6}"));
    use("closing", "e3", "5", "2026-04-10T00:00:00Z"); // its month had nothing to show till now
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertEquals(3, stack.operator().get(url).body().path("items").size()));
  }
}
