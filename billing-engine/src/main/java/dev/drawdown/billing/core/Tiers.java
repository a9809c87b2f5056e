package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The marginal tiers of a commitment's overage as a period fills them. Beyond a last tier that is
 * limited there is no discount.
 */
final class Tiers {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** A part of some overage, and the discount of the tier it fell into. */
  record Part(BigDecimal seconds, BigDecimal discountPercent) {}

  private final List<Commitment.Tier> tiers;
  private BigDecimal taken = BigDecimal.ZERO;

  Tiers(List<Commitment.Tier> tiers) {
    this.tiers = tiers;
  }

  /** Splits the next overage, in unit-seconds, among the tiers it reaches. */
  List<Part> take(BigDecimal seconds) {
    List<Part> parts = new ArrayList<>();
    BigDecimal left = seconds;
    for (Commitment.Tier tier : tiers) {
      BigDecimal room =
          tier.upToHours() == null
              ? left
              : tier.upToHours().multiply(SECONDS_PER_HOUR).subtract(taken);
      BigDecimal part = left.min(room.max(BigDecimal.ZERO));
      if (part.signum() > 0) {
        parts.add(new Part(part, tier.discountPercent()));
        taken = taken.add(part);
        left = left.subtract(part);
      }
    }
    if (left.signum() > 0) {
      parts.add(new Part(left, BigDecimal.ZERO));
      taken = taken.add(left);
    }
    return parts;
  }
}
