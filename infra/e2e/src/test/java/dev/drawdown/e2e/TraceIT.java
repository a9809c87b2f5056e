package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.imports.Format;
import dev.drawdown.stack.imports.Importer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A real trace of 8,152 GPU pods, booked to the milli-GPU-second and invoiced to the cent. Its
 * licence keeps it out of the repository; without it these tests are skipped and say so.
 */
class TraceIT {
  private static final Path FOLDER =
      RunningStack.root().resolve("../shared/data/alibaba-gpu-v2023").normalize();
  private static final Path PODS = FOLDER.resolve("openb_pod_list_gpuspec33.csv");
  private static final Instant ANCHOR = Instant.parse("2026-01-01T00:00:00Z");
  private static final String UNIT_SECONDS = "185294426.97";

  private static RunningStack stack;

  @BeforeAll
  static void needsTheTrace() {
    assumeTrue(
        Files.exists(PODS), "SKIPPED: the Alibaba trace is not at " + PODS + "; nothing was tried");
    stack = RunningStack.get();
    stack.priced("gpu", "4.50");
  }

  private static Importer.Summary importInto(String account, Path file) {
    Importer importer =
        new Importer(
            stack.operator(),
            stack.stack().settings().url(Settings.Port.INGEST),
            stack.stack().settings().url(Settings.Port.LEDGER),
            System.out);
    return importer.run(
        file,
        Importer.format("alibaba-gpu-2023"),
        new Format.Settings(account, ANCHOR, "gpu", "elastic", file.getFileName().toString()));
  }

  private static JsonNode usage(String account, String groupBy) {
    String url = stack.ledger("/v1/accounts/" + account + "/usage?groupBy=" + groupBy);
    return stack.operator().get(url).orFail("usage").path("items");
  }

  private static String sumOfPostings(String account) {
    BigDecimal sum = BigDecimal.ZERO;
    String after = "";
    do {
      String url = stack.ledger("/v1/accounts/" + account + "/postings?limit=1000" + after);
      JsonNode page = stack.operator().get(url).orFail("postings");
      for (JsonNode posting : page.path("items")) {
        sum = sum.add(new BigDecimal(posting.path("unitSeconds").asText()));
      }
      after = page.has("next") ? "&after=" + page.path("next").asText() : null;
    } while (after != null);
    return sum.stripTrailingZeros().toPlainString();
  }

  @Test
  void theTraceIsBookedExactlyInAnyOrderAndNeverTwice() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(PODS));
    String header = lines.removeFirst();
    stack.account("trace");
    assertEquals(6203, importInto("trace", PODS).accepted());
    assertTotals("trace");
    assertEquals(6203, importInto("trace", PODS).accepted());
    assertTotals("trace");
    assertEquals(UNIT_SECONDS, sumOfPostings("trace"));

    Collections.reverse(lines);
    assertBooksTheSame("trace-reversed", header, lines);
    Collections.shuffle(lines, new Random(42));
    assertBooksTheSame("trace-shuffled", header, lines);
  }

  private static void assertTotals(String account) {
    assertEquals(UNIT_SECONDS, usage(account, "").path(0).path("unitSeconds").asText());
    assertEquals("51470.674158", usage(account, "").path(0).path("hours").asText());
    assertEquals(
        List.of("1342.787483", "4067.608267", "7339.430828", "12877.423428", "25843.424153"),
        usage(account, "month").findValuesAsText("hours"));
    JsonNode byQos = usage(account, "label:qos");
    assertEquals(
        List.of("BE", "Burstable", "Guaranteed", "LS"), byQos.findValuesAsText("label:qos"));
    assertEquals(
        List.of("1311.635800", "7459.200556", "1286.477778", "41413.360025"),
        byQos.findValuesAsText("hours"));
  }

  private static void assertBooksTheSame(String account, String header, List<String> lines)
      throws IOException {
    Path file = Files.createTempFile("trace", ".csv");
    try {
      List<String> all = new ArrayList<>(lines);
      all.addFirst(header);
      Files.write(file, all);
      stack.account(account);
      importInto(account, file);
      assertTotals(account);
      assertEquals(UNIT_SECONDS, sumOfPostings(account));
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void fortyInvoicesEqualTheGoldenOnesToTheCent() throws IOException {
    for (int gpus : List.of(8, 16, 32, 48)) {
      for (String rule : List.of("hourly_bucket", "monthly_pool")) {
        String account = account(gpus, rule);
        stack.account(account);
        commit(account, gpus, rule);
        importInto(account, PODS);
      }
    }
    int checked = 0;
    for (String line :
        Files.readAllLines(FOLDER.resolve("expected/monthly_commitment_examples.csv"))) {
      String[] cells = line.split(",");
      if (cells[2].equals("hourly_bucket") || cells[2].equals("monthly_pool")) {
        String account = account(Integer.parseInt(cells[0]), cells[2]);
        assertEquals(cells[10], total(account, cells[1]), line);
        checked++;
      }
    }
    assertEquals(40, checked);
  }

  private static String account(int gpus, String rule) {
    return "golden-%d-%s".formatted(gpus, rule.replace('_', '-'));
  }

  private static void commit(String account, int gpus, String rule) {
    boolean pool = rule.equals("monthly_pool");
    Map<String, Object> commitment = new java.util.HashMap<>();
    commitment.put("account", account);
    commitment.put("kind", pool ? "POOL" : "CAPACITY");
    commitment.put("skus", List.of(Map.of("sku", "gpu")));
    commitment.put("gpus", gpus);
    commitment.put("start", "2026-01-01T00:00:00Z");
    commitment.put("term", "P1Y");
    commitment.put("fee", Map.of("amount", 2000 * gpus, "per", "MONTH"));
    if (pool) {
      commitment.put("window", "CALENDAR_MONTH");
    }
    stack
        .operator()
        .put(stack.ledger("/v1/commitments/" + account), commitment)
        .orFail("commitment");
  }

  /** Finalises a month; repeated while the copies of billing catch up. */
  private static String total(String account, String month) {
    String url = stack.billing("/v1/accounts/" + account + "/invoices");
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> stack.operator().post(url, Map.of("period", month)).status() < 300);
    JsonNode invoice =
        stack.operator().post(url, Map.of("period", month)).orFail("finalising " + month);
    assertTrue(invoice.path("number").asText().matches("INV-2026-[0-9]{6}"));
    return invoice.path("total").asText();
  }
}
