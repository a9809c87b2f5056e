package dev.drawdown.billing.core;

import java.math.BigDecimal;

/**
 * One line of an invoice. Gross and amount are each rounded once; the discount is what lies between
 * them, so the line adds up as printed.
 *
 * @param quantity in the unit, 6 decimals, for people; money is reckoned from the exact quantity
 */
public record Line(
    Kind kind,
    String description,
    String sku,
    String region,
    String commitment,
    BigDecimal quantity,
    String unit,
    BigDecimal unitPrice,
    BigDecimal discountPercent,
    BigDecimal gross,
    BigDecimal discount,
    BigDecimal amount) {

  /** What a line charges, in the order of the invoice. */
  public enum Kind {
    COMMITMENT_FEE,
    COVERED,
    OVERAGE,
    ON_DEMAND,
    TAX
  }

  public Line {
    if (gross.subtract(discount).compareTo(amount) != 0) {
      throw new IllegalArgumentException("gross - discount is not the amount: " + description);
    }
  }
}
