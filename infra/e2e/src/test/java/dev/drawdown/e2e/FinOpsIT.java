package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a FinOps tool and a buyer of commitments ask for. */
class FinOpsIT {
  private static final String ACCOUNT = "finops";
  private static final String SKU = "finops-gpu";
  private static final String START = "2026-04-10T10:00:00Z";
  private static final Path COLUMNS =
      RunningStack.root()
          .resolve("../shared/data/samples/focus/focus-1.2-columns.json")
          .normalize();

  private static RunningStack stack;
  private static JsonNode invoice;

  /** Four GPUs committed in April; six pods of one GPU for ten hours, two of them beyond. */
  @BeforeAll
  static void aMonthOfUsage() {
    stack = RunningStack.get();
    stack.priced(SKU, "4.50");
    accountWithCommitment();
    List<Map<String, Object>> events = new ArrayList<>();
    for (int pod = 0; pod < 6; pod++) {
      events.add(tenHours(pod));
    }
    stack.publish(events);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertEquals(
                    "60.000000",
                    stack
                        .operator()
                        .get(stack.ledger("/v1/accounts/" + ACCOUNT + "/usage"))
                        .body()
                        .path("items")
                        .path(0)
                        .path("hours")
                        .asText()));
    invoice =
        stack
            .operator()
            .post(
                stack.billing("/v1/accounts/" + ACCOUNT + "/invoices"), Map.of("period", "2026-04"))
            .orFail("finalising");
  }

  private static void accountWithCommitment() {
    stack
        .operator()
        .put(
            stack.ledger("/v1/accounts/" + ACCOUNT),
            Map.of("name", "FinOps, Inc.", "currency", "USD", "taxPercent", "10"))
        .orFail("account");
    stack
        .operator()
        .put(
            stack.ledger("/v1/commitments/finops-1"),
            Map.of(
                "account",
                ACCOUNT,
                "kind",
                "CAPACITY",
                "skus",
                List.of(Map.of("sku", SKU)),
                "gpus",
                "4",
                "start",
                "2026-04-01T00:00:00Z",
                "end",
                "2026-05-01T00:00:00Z",
                "fee",
                Map.of("amount", "8000.00", "per", "MONTH"),
                "overage",
                List.of(Map.of("discountPercent", "10"))))
        .orFail("commitment");
  }

  private static Map<String, Object> tenHours(int pod) {
    Map<String, Object> event =
        Events.span(ACCOUNT, "p" + pod, SKU, "1", START, "2026-04-10T20:00:00Z");
    event.put(
        "data",
        Map.of(
            "sku",
            SKU,
            "gpus",
            "1",
            "start",
            START,
            "end",
            "2026-04-10T20:00:00Z",
            "resource",
            "pod/" + pod,
            "labels",
            Map.of("team", pod < 3 ? "red" : "blue")));
    return event;
  }

  private static List<Map<String, String>> export() throws Exception {
    HttpRequest get =
        HttpRequest.newBuilder(
                URI.create(stack.billing("/v1/exports/focus?period=2026-04&account=" + ACCOUNT)))
            .header("Authorization", "Bearer " + stack.stack().tokens().issue("operator", null))
            .build();
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient().send(get, HttpResponse.BodyHandlers.ofByteArray());
    assertEquals(200, answer.statusCode());
    return new CsvMapper()
        .readerFor(Map.class)
        .with(CsvSchema.emptySchema().withHeader())
        .<Map<String, String>>readValues(answer.body())
        .readAll();
  }

  private static BigDecimal sum(List<Map<String, String>> rows, String column) {
    return rows.stream()
        .map(row -> new BigDecimal(row.get(column)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Test
  void theExportAddsUpToTheInvoiceAndTheFee() throws Exception {
    List<Map<String, String>> rows = export();
    assertEquals(
        0, sum(rows, "BilledCost").compareTo(new BigDecimal(invoice.path("total").asText())));
    List<Map<String, String>> committed =
        rows.stream().filter(r -> !r.get("CommitmentDiscountStatus").isEmpty()).toList();
    assertEquals(0, sum(committed, "EffectiveCost").compareTo(new BigDecimal("8000")));
    Set<String> pods = new HashSet<>();
    rows.stream()
        .filter(r -> r.get("ResourceType").equals("GPU"))
        .forEach(r -> pods.add(r.get("ResourceId") + " " + r.get("Tags")));
    assertEquals(6, pods.size());
    assertTrue(pods.contains("pod/0 {\"team\":\"red\"}"), pods.toString());
  }

  @Test
  void theExportKeepsToTheColumnsOfTheSpecification() throws Exception {
    assumeTrue(
        Files.exists(COLUMNS),
        "SKIPPED: the columns of FOCUS are not at " + COLUMNS + "; nothing was tried");
    List<Map<String, String>> rows = export();
    Set<String> known = new HashSet<>();
    for (JsonNode column : new ObjectMapper().readTree(COLUMNS.toFile()).path("columns")) {
      String id = column.path("id").asText();
      known.add(id);
      boolean mandatory = column.path("featureLevel").asText().equals("Mandatory");
      assertFalse(mandatory && !rows.getFirst().containsKey(id), id + " is missing");
      for (Map<String, String> row : rows) {
        check(column, row.getOrDefault(id, ""), id);
      }
    }
    rows.getFirst().keySet().forEach(id -> assertTrue(known.contains(id), id));
  }

  private static void check(JsonNode column, String cell, String id) {
    if (cell.isEmpty()) {
      assertTrue(
          column.path("allowsNulls").asText().equals("True")
              || !column.path("featureLevel").asText().equals("Mandatory"),
          id + " must not be null");
      return;
    }
    switch (column.path("dataType").asText()) {
      case "Decimal" -> assertTrue(cell.matches("-?[0-9]+(\\.[0-9]+)?"), id + ": " + cell);
      case "Date/Time" ->
          assertTrue(
              cell.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"),
              id + ": " + cell);
      default -> {}
    }
    if (column.path("allowedValues").isArray()) {
      List<String> allowed = new ArrayList<>();
      column.path("allowedValues").forEach(value -> allowed.add(value.asText()));
      assertTrue(allowed.contains(cell), id + ": " + cell);
    }
  }

  private static JsonNode costs(String query) {
    return stack
        .operator()
        .get(
            stack.billing(
                "/v1/accounts/"
                    + ACCOUNT
                    + "/costs?from=2026-04-01T00:00:00Z&to=2026-05-01T00:00:00Z"
                    + query))
        .orFail("costs");
  }

  @Test
  void costsAreToldByDayAndByTeam() {
    JsonNode days = costs("&groupBy=day").path("items");
    assertEquals(30, days.size());
    JsonNode tenth = days.path(9);
    assertEquals("60.000000", tenth.path("hours").asText());
    assertEquals("40.000000", tenth.path("drawn").asText());
    assertEquals("56.000000", tenth.path("lapsed").asText());
    assertEquals("81.00", tenth.path("cost").asText());
    BigDecimal fee = BigDecimal.ZERO;
    for (JsonNode day : days) {
      fee = fee.add(new BigDecimal(day.path("drawnCost").asText()));
      fee = fee.add(new BigDecimal(day.path("lapsedCost").asText()));
    }
    // each day is rounded once
    assertTrue(fee.subtract(new BigDecimal("8000")).abs().compareTo(new BigDecimal("0.30")) < 0);
    JsonNode teams = costs("&groupBy=label:team,sku").path("items");
    assertEquals(2, teams.size());
    assertEquals("blue", teams.path(0).path("label:team").asText());
    BigDecimal cost =
        new BigDecimal(teams.path(0).path("cost").asText())
            .add(new BigDecimal(teams.path(1).path("cost").asText()));
    assertEquals(0, cost.compareTo(new BigDecimal("81.00")));
    assertEquals(
        400,
        stack
            .operator()
            .get(stack.billing("/v1/accounts/" + ACCOUNT + "/costs?groupBy=colour"))
            .status());
  }

  @Test
  void anEventLeadsToItsMoneyAndItsInvoice() {
    BigDecimal cost = BigDecimal.ZERO;
    for (int pod = 0; pod < 6; pod++) {
      JsonNode explained =
          stack
              .operator()
              .get(stack.billing("/v1/accounts/" + ACCOUNT + "/event-cost?source=test&id=p" + pod))
              .orFail("event");
      assertEquals(10, explained.path("parts").size());
      assertEquals(
          invoice.path("id").asText(), explained.path("parts").path(0).path("invoice").asText());
      cost = cost.add(new BigDecimal(explained.path("cost").asText()));
    }
    assertEquals(0, cost.compareTo(new BigDecimal("81")));
  }

  @Test
  void adviceNamesTheBestSizeAndWhatItsNeighboursCostMore() {
    JsonNode advice =
        stack
            .operator()
            .get(
                stack.billing(
                    "/v1/accounts/"
                        + ACCOUNT
                        + "/advice?from=2026-04-10T10:00:00Z&to=2026-04-10T20:00:00Z"
                        + "&offer=P1Y:1460:0"))
            .orFail("advice");
    JsonNode offer = advice.path("offers").path(0);
    assertEquals("6", offer.path("best").path("gpus").asText());
    assertEquals("120.00", offer.path("best").path("cost").asText());
    assertEquals("150.00", offer.path("saving").asText());
    assertEquals("25.00", offer.path("neighbours").path(1).path("regret").asText());
  }

  @Test
  void aCustomerExportsOnlyItsOwn() {
    var mine = stack.as("customer", "somebody-else");
    assertEquals(
        403,
        mine.get(stack.billing("/v1/exports/focus?period=2026-04&account=" + ACCOUNT)).status());
    assertEquals(403, mine.get(stack.billing("/v1/accounts/" + ACCOUNT + "/costs")).status());
    assertEquals(403, mine.get(stack.billing("/v1/accounts/" + ACCOUNT + "/advice")).status());
  }
}
