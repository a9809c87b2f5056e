package dev.drawdown.alerting.core;

import java.math.BigDecimal;
import java.util.List;

/**
 * What an account means to spend or use in a period, and when to say how far it has come.
 *
 * @param amount money or hours; null for COMMITMENT, where the window's grant is the amount
 * @param commitment whose window is watched; null for other metrics
 * @param sku the only SKU that counts; null for all
 * @param includes what costs count
 * @param thresholds percents, rising
 * @param scaleDown what to ask of a cluster; null for nothing
 */
public record Budget(
    String id,
    String account,
    Metric metric,
    BigDecimal amount,
    String commitment,
    String sku,
    Includes includes,
    List<BigDecimal> thresholds,
    boolean forecast,
    ScaleDown scaleDown) {

  /** What is measured. */
  public enum Metric {
    COST,
    HOURS,
    COMMITMENT
  }

  /** Which costs count: those of usage, or all of them with fees and tax. */
  public enum Includes {
    USAGE,
    ALL
  }

  /** Which workload of which cluster to scale down, to what, and from which percent on. */
  public record ScaleDown(
      BigDecimal atPercent,
      String cluster,
      String workload,
      BigDecimal targetGpus,
      BigDecimal floorGpus,
      boolean dryRun) {}

  public Budget {
    if ((metric == Metric.COMMITMENT) != (amount == null)
        || (metric == Metric.COMMITMENT) != (commitment != null)) {
      throw new IllegalArgumentException("COMMITMENT names a commitment, others an amount");
    }
    if (amount != null && amount.signum() <= 0) {
      throw new IllegalArgumentException("a budget is more than zero");
    }
    thresholds = List.copyOf(thresholds);
  }
}
