package dev.drawdown.ledger.core;

import dev.drawdown.kit.InvalidValue;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * GPUs of a commitment that were out, from start to end: the data of {@code
 * dev.drawdown.outage.v1}.
 */
public record OutageReport(String commitment, BigDecimal gpus, Instant start, Instant end) {
  /** Checks what a publisher that went round usage-ingest may have left out. */
  public OutageReport {
    if (commitment == null || gpus == null || start == null || end == null) {
      throw new InvalidValue("an outage needs commitment, gpus, start and end");
    }
    if (gpus.signum() < 0 || end.isBefore(start)) {
      throw new InvalidValue("an outage needs gpus >= 0 and start <= end");
    }
  }
}
