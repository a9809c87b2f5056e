package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.drawdown.kit.InvalidValue;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OutageReportTest {
  private static final Instant TEN = Instant.parse("2026-03-10T10:00:00Z");

  @Test
  void outageOfLessThanNoGpusOrTimeIsRefused() {
    BigDecimal one = BigDecimal.ONE;
    assertThrows(InvalidValue.class, () -> new OutageReport("K", one.negate(), TEN, TEN));
    assertThrows(InvalidValue.class, () -> new OutageReport("K", one, TEN, TEN.minusNanos(1_000)));
    assertDoesNotThrow(() -> new OutageReport("K", BigDecimal.ZERO, TEN, TEN));
  }
}
