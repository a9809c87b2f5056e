package dev.drawdown.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a buyer of GPU time is told before there is any usage. */
class QuoteIT {
  private final RunningStack stack = RunningStack.get();

  @Test
  void aQuoteComparesOnDemandWithACommitment() {
    JsonNode quote =
        stack
            .operator()
            .post(
                stack.billing("/v1/quotes"),
                Map.of(
                    "gpus", "8",
                    "hours", "720",
                    "onDemandPrice", "4.50",
                    "capacity", Map.of("feePerGpu", "2000")))
            .orFail("quote");
    assertEquals("25920.00", quote.path("onDemand").asText());
    JsonNode capacity = quote.path("capacity");
    assertEquals("15780.82", capacity.path("committed").asText());
    assertEquals("39.12", capacity.path("savingPercent").asText());
    assertEquals("60.88", capacity.path("breakEvenPercent").asText());
    assertEquals("2.739726", capacity.path("perHour").asText());
    assertEquals("16000.00", capacity.path("feePerPeriod").asText());
    JsonNode refused =
        stack
            .operator()
            .post(stack.billing("/v1/quotes"), Map.of("gpus", "-1", "onDemandPrice", "x"))
            .body();
    assertEquals(2, refused.path("errors").size(), refused.toString());
  }
}
