package dev.drawdown.alerting.core;

import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import java.math.BigDecimal;

/** How much of a budget is used, read from the pictures that billing and the ledger publish. */
public final class Measures {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  private Measures() {}

  /** Money or hours of a billing period; hours are compared in seconds, without a division. */
  public static Measured of(Budget budget, ChargeChanged charge) {
    return switch (budget.metric()) {
      case COST ->
          new Measured(
              charge.period(), charge.end(), cost(budget, charge), budget.amount(), BigDecimal.ONE);
      case HOURS ->
          new Measured(
              charge.period(),
              charge.end(),
              seconds(budget, charge),
              budget.amount().multiply(SECONDS_PER_HOUR),
              SECONDS_PER_HOUR);
      case COMMITMENT -> throw new IllegalArgumentException("charges have no window");
    };
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

  private static BigDecimal seconds(Budget budget, ChargeChanged charge) {
    return charge.skus().stream()
        .filter(s -> budget.sku() == null || s.sku().equals(budget.sku()))
        .map(ChargeChanged.Sku::unitSeconds)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
