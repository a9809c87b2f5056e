package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/**
 * The total cost of owning a GPU, new or used: straight-line depreciation, upkeep, and a part for
 * the risk that it fails or is worth less than hoped.
 *
 * @param price of one GPU with its share of the machine
 * @param residualPercent of the price that is left at the end of its life
 * @param lifeMonths over which it is written off
 * @param powerKilowatts drawn while it runs, cooling included
 * @param upkeepPercent of the price each year: hosting, repair, staff
 * @param riskPercent of the price each year
 * @param usePercent of the hours in which it earns
 */
public record Ownership(
    BigDecimal price,
    BigDecimal residualPercent,
    int lifeMonths,
    BigDecimal powerKilowatts,
    BigDecimal pricePerKilowattHour,
    BigDecimal upkeepPercent,
    BigDecimal riskPercent,
    BigDecimal usePercent) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal HOURS_PER_MONTH = BigDecimal.valueOf(730);
  private static final BigDecimal MONTHS_PER_YEAR = BigDecimal.valueOf(12);
  private static final int SCALE = 18;

  /** One GPU's month, rounded part by part, and what each hour of use costs; 6 decimals. */
  public record Month(
      BigDecimal depreciation,
      BigDecimal power,
      BigDecimal upkeep,
      BigDecimal risk,
      BigDecimal total,
      BigDecimal perUsedHour) {}

  public Month month(Currency currency) {
    BigDecimal depreciation =
        price
            .multiply(HUNDRED.subtract(residualPercent))
            .divide(HUNDRED.multiply(BigDecimal.valueOf(lifeMonths)), SCALE, RoundingMode.HALF_UP);
    BigDecimal used =
        HOURS_PER_MONTH.multiply(usePercent).divide(HUNDRED, SCALE, RoundingMode.HALF_UP);
    BigDecimal power = powerKilowatts.multiply(pricePerKilowattHour).multiply(used);
    Month parts =
        new Month(
            Money.round(depreciation, currency),
            Money.round(power, currency),
            Money.round(yearly(upkeepPercent), currency),
            Money.round(yearly(riskPercent), currency),
            null,
            null);
    BigDecimal total = parts.depreciation.add(parts.power).add(parts.upkeep).add(parts.risk);
    return new Month(
        parts.depreciation,
        parts.power,
        parts.upkeep,
        parts.risk,
        total,
        used.signum() == 0 ? null : total.divide(used, 6, RoundingMode.HALF_UP));
  }

  private BigDecimal yearly(BigDecimal percent) {
    return price
        .multiply(percent)
        .divide(HUNDRED.multiply(MONTHS_PER_YEAR), SCALE, RoundingMode.HALF_UP);
  }
}
