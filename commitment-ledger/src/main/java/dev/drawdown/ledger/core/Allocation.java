package dev.drawdown.ledger.core;

import java.util.List;

/**
 * What usage in one slice took from which commitments. Draws, overage and on-demand always add up
 * to the usage.
 *
 * @param overageOf the first matching active commitment, to which overage belongs; null without
 *     one, and then what no commitment covers is on demand
 */
public record Allocation(
    Slice slice,
    UsageKey key,
    Quantity used,
    List<Draw> draws,
    Quantity overage,
    String overageOf,
    Quantity onDemand) {

  public Allocation {
    draws = List.copyOf(draws);
    Quantity parts = drawn(draws).plus(overage).plus(onDemand);
    if (!parts.equals(used)) {
      throw new IllegalArgumentException(
          "usage %s is not drawn + overage + on-demand %s".formatted(used, parts));
    }
    if (overage.isNegative() || onDemand.isNegative()) {
      throw new IllegalArgumentException("negative part in " + slice + " " + key);
    }
    if (overageOf == null && (overage.isPositive() || !draws.isEmpty())) {
      throw new IllegalArgumentException("overage and draws need a commitment");
    }
    if (overageOf != null && onDemand.isPositive()) {
      throw new IllegalArgumentException("on-demand only where no commitment was active");
    }
  }

  public Quantity drawn() {
    return drawn(draws);
  }

  private static Quantity drawn(List<Draw> draws) {
    Quantity sum = Quantity.ZERO;
    for (Draw draw : draws) {
      sum = sum.plus(draw.covered());
    }
    return sum;
  }
}
