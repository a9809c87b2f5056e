package dev.drawdown.ledger.core;

/**
 * Usage covered by one window of a commitment.
 *
 * @param covered usage of the SKU
 * @param units what it took from the allowance: covered times the SKU's weight, or all that was
 *     left of it
 */
public record Draw(Allowance.Id allowance, Quantity covered, Quantity units) {
  public Draw {
    if (!covered.isPositive() || !units.isPositive()) {
      throw new IllegalArgumentException("a draw covers more than nothing: " + allowance);
    }
  }
}
