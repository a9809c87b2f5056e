package dev.drawdown.ledger.core;

import dev.drawdown.kit.InvalidValue;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * GPUs of a commitment that were out, from start to end: the data of {@code
 * dev.drawdown.outage.v1}.
 */
public record OutageReport(String commitment, BigDecimal gpus, Instant start, Instant end) {
  public OutageReport {
    if (gpus.signum() < 0 || end.isBefore(start)) {
      throw new InvalidValue("an outage needs gpus >= 0 and start <= end");
    }
  }
}
