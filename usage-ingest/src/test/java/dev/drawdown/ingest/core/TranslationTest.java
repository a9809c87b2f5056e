package dev.drawdown.ingest.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.drawdown.kit.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events of OpenMeter and Lago become usage that means the same. */
class TranslationTest {
  private static final Instant NOW = Instant.parse("2026-05-14T12:00:00Z");
  private static final Translation COMMON = new Translation(List.of());

  private static JsonValue json(String text) {
    return JsonValue.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, Object> accepted(JsonValue event) {
    Reading reading = new EventReader(Limits.withMemoryOf(Duration.ofDays(400))).read(event, NOW);
    return assertInstanceOf(Reading.Accepted.class, reading, reading.toString()).event().data();
  }

  private static Map<String, Object> openMeter(String data) {
    return accepted(
        COMMON.openMeter(
            json(
                """
                {"specversion":"1.0","id":"e","source":"k8s","type":"workload",
                 "subject":"acme","time":"2026-05-14T09:00:00Z","data":%s}
                """
                    .formatted(data))));
  }

  @Test
  void collectorsGpusForSomeSecondsAreASpanThatEndsAtTheEventsTime() {
    Map<String, Object> data =
        openMeter(
            """
            {"pod_name":"train-0","pod_namespace":"team-a","duration_seconds":10,
             "gpu_type":"H100","gpu_request_count":2,"gpu_request_count_per_second":20}
            """);
    assertEquals("H100", data.get("sku"));
    assertEquals("2", data.get("gpus"));
    assertEquals(Instant.parse("2026-05-14T08:59:50Z"), data.get("start"));
    assertEquals(Instant.parse("2026-05-14T09:00:00Z"), data.get("end"));
    assertEquals("pod/train-0", data.get("resource"));
    assertEquals(Map.of("namespace", "team-a"), data.get("labels"));
  }

  @Test
  void quantitiesMayBeTexts() {
    Map<String, Object> data =
        openMeter("{\"duration_seconds\":\"12\",\"gpu_count\":\"8\",\"gpu_type\":\"H100\"}");
    assertEquals("8", data.get("gpus"));
    assertEquals(Instant.parse("2026-05-14T08:59:48Z"), data.get("start"));
  }

  @Test
  void gpuSecondsAreThatManyGpusForASecond() {
    Map<String, Object> data =
        openMeter("{\"gpu_model\":\"A100-SXM4-80GB\",\"gpu_seconds\":\"20\"}");
    assertEquals("A100-SXM4-80GB", data.get("sku"));
    assertEquals("20", data.get("gpus"));
    assertEquals(Instant.parse("2026-05-14T09:00:00Z"), data.get("start"));
    assertEquals(Instant.parse("2026-05-14T09:00:01Z"), data.get("end"));
  }

  @Test
  void ownEventsStayAsTheyAre() {
    JsonValue own =
        json(
            """
            {"specversion":"1.0","id":"e","source":"s","type":"dev.drawdown.usage.v1",
             "subject":"acme","time":"2026-05-14T09:00:00Z",
             "data":{"sku":"a100","quantity":"1"}}
            """);
    assertEquals(own, COMMON.openMeter(own));
  }

  @Test
  void lagosEventIsKnownByItsTransaction() {
    JsonValue event =
        COMMON.lago(
            json(
                """
                {"transaction_id":"tx-1","external_subscription_id":"acme",
                 "code":"gpu_seconds","timestamp":"1778749200.1234567",
                 "properties":{"gpu_model":"H100","gpu_seconds":"3600"}}
                """),
            NOW);
    Map<String, Object> data = accepted(event);
    assertEquals("H100", data.get("sku"));
    assertEquals("3600", data.get("gpus"));
    assertEquals(Instant.parse("2026-05-14T09:00:00.123456Z"), data.get("start"));
    Reading.Accepted reading =
        (Reading.Accepted)
            new EventReader(Limits.withMemoryOf(Duration.ofDays(400))).read(event, NOW);
    assertEquals("tx-1", reading.event().id());
    assertEquals("acme", reading.event().subject());
    assertEquals("lago", reading.event().source());
  }

  @Test
  void codeIsTheSkuWhereNoPropertyNamesOne() {
    Map<String, Object> data =
        accepted(
            COMMON.lago(
                json(
                    """
                    {"transaction_id":"tx-1","external_subscription_id":"acme","code":"egress",
                     "timestamp":1778749200,"properties":{"value":12.5}}
                    """),
                NOW));
    assertEquals("egress", data.get("sku"));
    assertEquals("12.5", data.get("quantity"));
  }

  @Test
  void rulesOfTheOperatorComeFirst() {
    Translation own =
        new Translation(
            List.of(
                new Rule(
                    "render",
                    "l40s",
                    List.of(),
                    List.of(new Rule.Quantity("frames_hours", Rule.Unit.UNITS)))));
    Map<String, Object> data =
        accepted(
            own.openMeter(
                json(
                    """
                    {"specversion":"1.0","id":"e","source":"s","type":"render",
                     "subject":"acme","time":"2026-05-14T09:00:00Z",
                     "data":{"frames_hours":"2","gpu_hours":"9"}}
                    """)));
    assertEquals("l40s", data.get("sku"));
    assertEquals("2", data.get("quantity"));
  }

  @Test
  void whatIsMissingIsNamedByTheCheck() {
    JsonValue event =
        COMMON.lago(json("{\"code\":\"gpu\",\"timestamp\":\"soon\",\"properties\":{}}"), NOW);
    Reading reading = new EventReader(Limits.withMemoryOf(Duration.ofDays(400))).read(event, NOW);
    Reading.Rejected rejected = assertInstanceOf(Reading.Rejected.class, reading);
    assertEquals(
        List.of("id", "subject", "time", "data.quantity"),
        rejected.errors().stream().map(e -> e.field()).toList());
  }

  @Test
  void quantityThatIsCompleteIsTakenBeforeOneThatIsNot() {
    Map<String, Object> data =
        openMeter("{\"gpu_type\":\"H100\",\"gpu_count\":8,\"gpu_hours\":\"12.5\"}");
    assertEquals("12.5", data.get("quantity"));
  }

  @Test
  void absurdDurationIsRefusedAndNotWrappedRound() {
    JsonValue event =
        COMMON.openMeter(
            json(
                """
                {"specversion":"1.0","id":"e","source":"k8s","type":"workload",
                 "subject":"acme","time":"2026-05-14T09:00:00Z",
                 "data":{"gpu_count":2,"duration_seconds":18446744083,"gpu_type":"H100"}}
                """));
    Reading reading = new EventReader(Limits.withMemoryOf(Duration.ofDays(400))).read(event, NOW);
    assertInstanceOf(Reading.Rejected.class, reading);
  }

  @Test
  void ruleWithoutATypeIsForEveryOther() {
    Translation own =
        new Translation(
            List.of(
                new Rule(
                    null, null, null, List.of(new Rule.Quantity("gpu_sec", Rule.Unit.SECONDS)))));
    JsonValue event =
        own.openMeter(
            json(
                """
                {"specversion":"1.0","id":"e","source":"s","type":"x","subject":"acme",
                 "time":"2026-05-14T09:00:00Z","data":{"gpu_sec":"5","gpu_model":"L4"}}
                """));
    assertEquals("5", accepted(event).get("gpus"));
    assertEquals("L4", accepted(event).get("sku"));
  }
}
