package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
  private static final Instant OLDEST = NOW.minus(Duration.ofDays(400));
  private static final Identity IDENTITY = new Identity("acme", "s", "e");

  private final Memory memory = new Memory(Duration.ofDays(400));

  private static Fact usage(Fact.Measure measure) {
    return new Fact.Usage(IDENTITY, new UsageKey(UsageClass.ELASTIC, "a", ""), "", "", measure);
  }

  @Test
  void spanCountsByItsEnd() {
    Instant start = OLDEST.minusSeconds(60);
    assertFalse(memory.isTooOld(usage(new Fact.Measure.Span(BigDecimal.ONE, start, OLDEST)), NOW));
    Instant before = OLDEST.minusNanos(1_000);
    assertTrue(memory.isTooOld(usage(new Fact.Measure.Span(BigDecimal.ONE, start, before)), NOW));
  }

  @Test
  void quantityCountsByItsInstant() {
    assertFalse(memory.isTooOld(usage(new Fact.Measure.Amount(BigDecimal.ONE, OLDEST)), NOW));
    Instant before = OLDEST.minusNanos(1_000);
    assertTrue(memory.isTooOld(usage(new Fact.Measure.Amount(BigDecimal.ONE, before)), NOW));
  }

  @Test
  void whatBooksNoUsageIsNeverTooOld() {
    Fact old =
        new Fact.Correction(
            IDENTITY, IDENTITY, new Fact.Change.Voided(), Instant.parse("2001-01-01T00:00:00Z"));
    assertFalse(memory.isTooOld(old, NOW));
  }
}
