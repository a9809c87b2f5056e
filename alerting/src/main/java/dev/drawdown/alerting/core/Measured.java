package dev.drawdown.alerting.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/**
 * How much of a budget is used in one of its periods.
 *
 * @param period a billing period's label, or the start of a commitment's window
 * @param perShown how much of used and amount makes one of what people read, such as 3600 seconds
 */
public record Measured(
    String period, Instant periodEnd, BigDecimal used, BigDecimal amount, BigDecimal perShown) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  public Measured {
    if (amount.signum() <= 0) {
      throw new IllegalArgumentException("a budget is more than zero");
    }
  }

  /** Whether a percentage is reached; exactly reached counts, and nothing is rounded. */
  public boolean reaches(BigDecimal percent) {
    return used.multiply(HUNDRED).compareTo(percent.multiply(amount)) >= 0;
  }

  public BigDecimal shownUsed() {
    return shown(used);
  }

  public BigDecimal shownAmount() {
    return shown(amount);
  }

  private BigDecimal shown(BigDecimal value) {
    return perShown.equals(BigDecimal.ONE) ? value : value.divide(perShown, 6, RoundingMode.DOWN);
  }

  /** For people: 2 decimals, cut, so that 79.999 never reads as 80. */
  public BigDecimal percent() {
    return used.multiply(HUNDRED).divide(amount, 2, RoundingMode.DOWN);
  }
}
