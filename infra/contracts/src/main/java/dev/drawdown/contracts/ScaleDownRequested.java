package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A cluster is asked to run a workload with fewer GPUs, on {@link Topics#SCALE_DOWN} and as the
 * data of webhooks.
 *
 * @param targetGpus absolute, so that a repeated request asks for nothing more
 * @param floorGpus below which the cluster must not go
 * @param sequence grows with every request for the workload
 */
public record ScaleDownRequested(
    String id,
    String account,
    String budget,
    String period,
    String cluster,
    String workload,
    BigDecimal targetGpus,
    BigDecimal floorGpus,
    String reason,
    Instant deadline,
    long sequence,
    String status,
    boolean dryRun) {}
