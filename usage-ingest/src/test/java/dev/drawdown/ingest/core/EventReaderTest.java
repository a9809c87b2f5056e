package dev.drawdown.ingest.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.kit.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken at the door, what is refused, and which field is named. */
class EventReaderTest {
  private static final Instant NOW = Instant.parse("2026-03-31T23:59:50Z");
  private static final EventReader READER =
      new EventReader(Limits.withMemoryOf(Duration.ofDays(400)));
  private static final String SPAN =
      """
      {"specversion":"1.0","id":"e1","source":"s","type":"dev.drawdown.usage.v1","subject":"acme",
       "data":{"sku":"a100","gpus":"4","start":"2026-03-05T07:00:00Z","end":"2026-03-05T08:00:00Z"}}
      """;
  private static final String AMOUNT =
      """
      {"specversion":"1.0","id":"e1","source":"s","type":"dev.drawdown.usage.v1","subject":"acme",
       "time":"2026-03-05T07:00:00Z","data":{"sku":"egress","quantity":12.5}}
      """;

  private static Reading read(String json) {
    return READER.read(JsonValue.parse(json.getBytes(StandardCharsets.UTF_8)), NOW);
  }

  private static CheckedEvent accepted(String json) {
    return assertInstanceOf(Reading.Accepted.class, read(json), () -> "" + read(json)).event();
  }

  private static void assertRefused(String json, String field, String messagePart) {
    var rejected = assertInstanceOf(Reading.Rejected.class, read(json), json);
    assertTrue(
        rejected.errors().stream()
            .anyMatch(e -> e.field().equals(field) && e.message().contains(messagePart)),
        json + " gave " + rejected.errors());
  }

  @Test
  void aSpanIsTakenInCanonicalForm() {
    CheckedEvent event =
        accepted(
            SPAN.replace("\"4\"", "4.00")
                .replace("2026-03-05T07:00:00Z", "2026-03-05T08:00:00.1234567+01:00"));
    assertEquals("4", event.data().get("gpus"));
    assertEquals(Instant.parse("2026-03-05T07:00:00.123456Z"), event.data().get("start"));
    assertEquals("elastic", event.data().get("class"));
  }

  @Test
  void aQuantityIsTakenDigitForDigit() {
    assertEquals("12.5", accepted(AMOUNT).data().get("quantity"));
    assertEquals(
        "12345678.123456789",
        accepted(AMOUNT.replace("12.5", "12345678.123456789")).data().get("quantity"));
    assertEquals("0", accepted(AMOUNT.replace("12.5", "-0")).data().get("quantity"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e2",
        "\"1E+1000000000\"",
        "\"NaN\"",
        "\" 1\"",
        "\"\"",
        "true",
        "[1]",
        "{}",
        "\"٣\"",
        "\"1,5\"",
        "\"1.\"",
        "\".5\"",
        "1234567890123456",
        "0.1234567890123456789",
        "-1"
      })
  void otherNumbersAreRefusedByName(String number) {
    assertRefused(AMOUNT.replace("12.5", number), "data.quantity", "");
  }

  @Test
  void aMissingNumberIsRefusedByName() {
    assertRefused(AMOUNT.replace(",\"quantity\":12.5", ""), "data.quantity", "required");
    assertRefused(AMOUNT.replace("12.5", "null"), "data.quantity", "required");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-05T07:00:00",
        "2026-03-05T24:00:00Z",
        "2026-03-05T07:00:60Z",
        "2026-02-30T07:00:00Z",
        "1999-12-31T23:00:00Z",
        "2101-01-01T00:00:00Z",
        "12026-01-01T00:00Z",
        "2026-03-05 07:00:00Z",
        "2026-03-05T07:00:00.1234567891Z",
        "2026-03-05T07:00:00+25:00",
        ""
      })
  void otherTimesAreRefusedByName(String time) {
    assertRefused(SPAN.replace("2026-03-05T07:00:00Z", time), "data.start", "");
    assertRefused(AMOUNT.replace("2026-03-05T07:00:00Z", time), "time", "");
  }

  @Test
  void aClockMayBe300SecondsAhead() {
    for (String time : List.of("2026-04-01T00:00:10Z", "2026-04-01T00:04:50Z")) {
      accepted(AMOUNT.replace("2026-03-05T07:00:00Z", time));
    }
    for (String time : List.of("2026-04-01T00:04:51Z", "2026-04-01T23:59:50Z")) {
      assertRefused(AMOUNT.replace("2026-03-05T07:00:00Z", time), "time", "too-far-ahead");
    }
  }

  @Test
  void usageOlderThanTheMemoryIsRefused() {
    assertRefused(AMOUNT.replace("2026-03-05T07", "2025-02-24T07"), "time", "too-old");
    accepted(AMOUNT.replace("2026-03-05T07", "2025-02-25T07"));
  }

  @Test
  void equalEndsAreNoUsageAndReversedOnesAreRefused() {
    accepted(SPAN.replace("T08:00:00Z", "T07:00:00Z"));
    assertRefused(SPAN.replace("T08:00:00Z", "T06:00:00Z"), "data.end", "before start");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"e1\"', '\"ev\\u0000-1\"', id",
    "'\"e1\"', '\"\\ud800\"', id",
    "'\"e1\"', '\"\"', id",
    "'\"e1\"', '7', id",
    "'\"s\"', 'null', source",
    "'\"acme\"', '\"Acme\"', subject",
    "'\"acme\"', '\"a/b\"', subject",
    "'\"1.0\"', '\"0.3\"', specversion",
    "'\"dev.drawdown.usage.v1\"', '\"dev.drawdown.usage.v9\"', type",
    "'\"sku\":\"a100\"', '\"sku\":\"\"', data.sku",
    "'\"sku\":\"a100\"', '\"sku\":\"a\",\"class\":\"gold\"', data.class",
    "'\"sku\":\"a100\"', '\"sku\":\"a\",\"labels\":{\"p\":\"a\\u0000b\"}', data.labels.p",
    "'\"sku\":\"a100\"', '\"sku\":\"a\",\"labels\":{\"p\":1}', data.labels.p",
    "'\"sku\":\"a100\"', '\"sku\":\"a\",\"quantity\":1', data.quantity",
    "'\"gpus\":\"4\",', '', data.gpus"
  })
  void faultsAreNamedByTheirPlace(String part, String instead, String field) {
    assertRefused(SPAN.replace(part, instead), field, "");
  }

  @Test
  void everyFaultIsNamedNotOnlyTheFirst() {
    var rejected =
        assertInstanceOf(
            Reading.Rejected.class,
            read(SPAN.replace("\"4\"", "\"x\"").replace("\"acme\"", "\"A\"")));
    assertEquals(2, rejected.errors().size());
    assertEquals("e1", rejected.id());
  }

  @Test
  void aLabelMaySpellAnEscapeOut() {
    CheckedEvent event =
        accepted(SPAN.replace("\"a100\"", "\"a100\",\"labels\":{\"p\":\"\\\\u0000 🚀\"}"));
    assertEquals(Map.of("p", "\\u0000 🚀"), event.data().get("labels"));
  }

  @Test
  void unknownFieldsAreIgnored() {
    accepted(SPAN.replace("\"sku\"", "\"new\":{\"a\":[1,{}]},\"sku\""));
  }

  @Test
  void anOversizedEventIsRefused() {
    assertRefused(
        SPAN.replace("\"sku\"", "\"pad\":\"" + "x".repeat(70_000) + "\",\"sku\""),
        "event",
        "larger");
  }

  @Test
  void aCorrectionVoidsOrAddsButNotBoth() {
    String correction =
        """
        {"specversion":"1.0","id":"c1","source":"s","type":"dev.drawdown.usage.correction.v1",
         "subject":"acme","time":"2026-03-06T00:00:00Z",
         "data":{"corrects":{"source":"s","id":"e1"},"quantity":"-30"}}
        """;
    assertEquals("-30", accepted(correction).data().get("quantity"));
    accepted(correction.replace("\"quantity\":\"-30\"", "\"void\":true"));
    assertRefused(
        correction.replace("\"quantity\":\"-30\"", "\"void\":false"), "data.void", "true");
    assertRefused(correction.replace("\"-30\"", "\"-30\",\"void\":true"), "data", "exactly one");
    assertRefused(correction.replace("\"id\":\"e1\"", "\"x\":1"), "data.corrects.id", "required");
  }
}
