package dev.drawdown.ledger.core;

import dev.drawdown.kit.Decimals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/**
 * An exact, signed amount of metered usage in unit-seconds: one GPU for one hour is 3600, one GiB
 * of egress is 3600. Seconds keep the division by 3600 out of the books.
 */
public record Quantity(BigDecimal unitSeconds) implements Comparable<Quantity> {
  public static final Quantity ZERO = new Quantity(BigDecimal.ZERO);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** Where a division has to end: beyond this, shares are cut and the rest stays with the next. */
  static final int SCALE = 18;

  public Quantity {
    unitSeconds = Decimals.normal(unitSeconds);
  }

  public static Quantity ofHours(BigDecimal hours) {
    return new Quantity(hours.multiply(SECONDS_PER_HOUR));
  }

  /** {@code rate} units held from {@code start} to {@code end}. */
  public static Quantity held(BigDecimal rate, Instant start, Instant end) {
    return new Quantity(rate.multiply(seconds(start, end)));
  }

  /** The exact seconds between two instants, negative when they are reversed. */
  static BigDecimal seconds(Instant start, Instant end) {
    return BigDecimal.valueOf(
        Math.subtractExact(
            dev.drawdown.kit.Times.micros(end), dev.drawdown.kit.Times.micros(start)),
        6);
  }

  public Quantity plus(Quantity other) {
    return new Quantity(unitSeconds.add(other.unitSeconds));
  }

  public Quantity minus(Quantity other) {
    return new Quantity(unitSeconds.subtract(other.unitSeconds));
  }

  public Quantity min(Quantity other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** This quantity in a commitment's units, at {@code weight} units for each hour of the SKU. */
  public Quantity times(BigDecimal weight) {
    return new Quantity(unitSeconds.multiply(weight));
  }

  /** How much of a SKU these units can cover; cut at 18 decimals so that it never covers more. */
  public Quantity dividedBy(BigDecimal weight) {
    return new Quantity(unitSeconds.divide(weight, SCALE, RoundingMode.FLOOR));
  }

  public boolean isZero() {
    return unitSeconds.signum() == 0;
  }

  public boolean isNegative() {
    return unitSeconds.signum() < 0;
  }

  public boolean isPositive() {
    return unitSeconds.signum() > 0;
  }

  /** Hours for people: 6 decimals, HALF_UP. Never used to compute with. */
  public BigDecimal hours() {
    return unitSeconds.divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP);
  }

  @Override
  public int compareTo(Quantity other) {
    return unitSeconds.compareTo(other.unitSeconds);
  }
}
