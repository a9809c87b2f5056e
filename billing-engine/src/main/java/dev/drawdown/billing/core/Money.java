package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/** Rounding of exact amounts to a currency's ISO 4217 minor unit, once, HALF_UP. */
public final class Money {
  private Money() {}

  public static BigDecimal round(BigDecimal exact, Currency currency) {
    return exact.setScale(currency.getDefaultFractionDigits(), RoundingMode.HALF_UP);
  }

  /** A quotient rounded once: the dividend is multiplied out first, then divided and rounded. */
  public static BigDecimal roundQuotient(
      BigDecimal dividend, BigDecimal divisor, Currency currency) {
    return dividend.divide(divisor, currency.getDefaultFractionDigits(), RoundingMode.HALF_UP);
  }

  public static BigDecimal zero(Currency currency) {
    return BigDecimal.ZERO.setScale(currency.getDefaultFractionDigits());
  }

  /** A unit price with at least the currency's digits: 4.5 is shown as 4.50, 0.0125 as it is. */
  public static BigDecimal unitPrice(BigDecimal price, Currency currency) {
    int digits = currency.getDefaultFractionDigits();
    BigDecimal plain = dev.drawdown.kit.Decimals.normal(price);
    return plain.scale() < digits ? plain.setScale(digits) : plain;
  }
}
