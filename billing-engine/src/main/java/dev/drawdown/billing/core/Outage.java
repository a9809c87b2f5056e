package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A reported outage of committed GPUs, as its event said.
 *
 * @param gpus how many were out, from start to end
 */
public record Outage(
    String source, String id, String commitment, BigDecimal gpus, Instant start, Instant end) {}
