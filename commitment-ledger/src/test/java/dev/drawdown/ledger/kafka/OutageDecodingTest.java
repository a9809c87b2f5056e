package dev.drawdown.ledger.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.drawdown.kit.InvalidValue;
import dev.drawdown.ledger.core.Fact;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outages that went round usage-ingest: what could stop a consumer further on is refused here. */
class OutageDecodingTest {
  private static Fact decode(String data) {
    String event =
        """
        {"specversion":"1.0","type":"dev.drawdown.outage.v1","subject":"acme","source":"s",
         "id":"o1","data":%s}
        """
            .formatted(data);
    return FactDecoder.decode(event.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void digitsAreKeptAsTheyWereSent() {
    Fact.Notice notice =
        (Fact.Notice)
            decode(
                """
                {"commitment":"K","gpus":2.123456789012,"start":"2026-03-10T10:00:00+01:00",
                 "end":"2026-03-10T10:00:00Z"}
                """);
    assertEquals(
        "{\"commitment\":\"K\",\"gpus\":\"2.123456789012\",\"start\":\"2026-03-10T09:00:00Z\","
            + "\"end\":\"2026-03-10T10:00:00Z\"}",
        notice.data());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "{}",
        "{\"commitment\":\"\\u0000\",\"gpus\":1,\"start\":\"2026-03-10T10:00:00Z\","
            + "\"end\":\"2026-03-10T11:00:00Z\"}",
        "{\"commitment\":\"K\",\"gpus\":1,\"start\":\"-1000000000-01-01T00:00:00Z\","
            + "\"end\":\"2026-03-10T11:00:00Z\"}",
        "{\"commitment\":\"K\",\"gpus\":\"1e3\",\"start\":\"2026-03-10T10:00:00Z\","
            + "\"end\":\"2026-03-10T11:00:00Z\"}",
        "{\"commitment\":\"K\",\"gpus\":1,\"start\":\"2026-03-10T12:00:00Z\","
            + "\"end\":\"2026-03-10T11:00:00Z\"}"
      })
  void anythingElseIsRefused(String data) {
    assertThrows(InvalidValue.class, () -> decode(data));
  }
}
