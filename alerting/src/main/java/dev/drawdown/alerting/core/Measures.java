package dev.drawdown.alerting.core;

import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import java.math.BigDecimal;

/** How much of a budget is used, read from the pictures that billing and the ledger publish. */
public final class Measures {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  private Measures() {}

  /** Money or hours of a billing period. */
  public static Measured of(Budget budget, ChargeChanged charge) {
    BigDecimal used =
        switch (budget.metric()) {
          case COST -> cost(budget, charge);
          case HOURS -> hours(budget, charge);
          case COMMITMENT -> throw new IllegalArgumentException("charges have no window");
        };
    return new Measured(charge.period(), charge.end(), used, budget.amount(), BigDecimal.ONE);
  }

  /** Units of a commitment's window. */
  public static Measured of(PostingsBooked.Window window) {
    return new Measured(
        window.start().toString(),
        window.end(),
        window.drawn(),
        window.granted(),
        SECONDS_PER_HOUR);
  }

  private static BigDecimal cost(Budget budget, ChargeChanged charge) {
    if (budget.sku() != null) {
      return charge.skus().stream()
          .filter(s -> s.sku().equals(budget.sku()))
          .map(ChargeChanged.Sku::cost)
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
    return budget.includes() == Budget.Includes.ALL ? charge.total() : charge.usageCost();
  }

  private static BigDecimal hours(Budget budget, ChargeChanged charge) {
    return charge.skus().stream()
        .filter(s -> budget.sku() == null || s.sku().equals(budget.sku()))
        .map(ChargeChanged.Sku::hours)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
