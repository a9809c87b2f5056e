package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/**
 * What some GPUs would cost for some hours: on demand, or against a commitment whose fee is spread
 * over the year's 8,760 hours. A calendar month's fee is told beside it, because a month is not a
 * twelfth of the year's hours.
 *
 * @param gpus used at once
 * @param hours for which they are used
 * @param onDemandPrice of one GPU-hour
 */
public record Quote(
    Currency currency, BigDecimal gpus, BigDecimal hours, BigDecimal onDemandPrice) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal HOURS_PER_YEAR = BigDecimal.valueOf(8_760);
  private static final int SCALE = 18;

  /**
   * A commitment that is offered.
   *
   * @param hoursPerYear GPU-hours it grants in a year
   * @param feePerYear everything it costs in a year
   * @param periodsPerYear how often its fee is due: 12, 4 or 1
   * @param overageDiscountPercent off the on-demand price beyond it
   */
  public record Offer(
      BigDecimal hoursPerYear,
      BigDecimal feePerYear,
      int periodsPerYear,
      BigDecimal overageDiscountPercent) {}

  /**
   * What an offer comes to.
   *
   * @param cost fee and overage, by the year's hours
   * @param fee the part of the year's fee for the hours
   * @param feePerPeriod what is due each month, quarter or year
   * @param coveredHours GPU-hours that the commitment covers
   * @param savingPercent against on demand, 2 decimals; negative when it costs more
   * @param breakEvenPercent how much of the commitment must be used until it pays; 2 decimals
   * @param perHour the fee of one GPU-hour that is granted; 6 decimals
   */
  public record Comparison(
      BigDecimal cost,
      BigDecimal fee,
      BigDecimal feePerPeriod,
      BigDecimal coveredHours,
      BigDecimal overageHours,
      BigDecimal overage,
      BigDecimal saving,
      BigDecimal savingPercent,
      BigDecimal breakEvenPercent,
      BigDecimal perHour) {}

  public BigDecimal gpuHours() {
    return gpus.multiply(hours);
  }

  public BigDecimal onDemand() {
    return Money.round(gpuHours().multiply(onDemandPrice), currency);
  }

  /** Compares an offer with on demand. */
  public Comparison with(Offer offer) {
    BigDecimal share = hours.divide(HOURS_PER_YEAR, SCALE, RoundingMode.HALF_UP);
    BigDecimal granted =
        offer.hoursPerYear().multiply(hours).divide(HOURS_PER_YEAR, 6, RoundingMode.HALF_UP);
    BigDecimal covered = gpuHours().min(granted);
    BigDecimal beyond = gpuHours().subtract(covered);
    BigDecimal kept = HUNDRED.subtract(offer.overageDiscountPercent());
    BigDecimal overage =
        Money.roundQuotient(beyond.multiply(onDemandPrice).multiply(kept), HUNDRED, currency);
    BigDecimal fee = Money.round(offer.feePerYear().multiply(share), currency);
    BigDecimal cost = fee.add(overage);
    BigDecimal saving = onDemand().subtract(cost);
    BigDecimal perHour =
        offer.feePerYear().divide(offer.hoursPerYear(), SCALE, RoundingMode.HALF_UP);
    return new Comparison(
        cost,
        fee,
        Money.roundQuotient(
            offer.feePerYear(), BigDecimal.valueOf(offer.periodsPerYear()), currency),
        covered.setScale(6, RoundingMode.HALF_UP),
        beyond.setScale(6, RoundingMode.HALF_UP),
        overage,
        saving,
        percent(saving, onDemand()),
        percent(perHour, onDemandPrice),
        perHour.setScale(6, RoundingMode.HALF_UP));
  }

  /** All GPUs for the time that is asked about, at what an owned one costs in a month of 730 h. */
  public BigDecimal ownedTotal(Ownership.Month month) {
    return Money.roundQuotient(
        month.total().multiply(gpuHours()), BigDecimal.valueOf(730), currency);
  }

  private static BigDecimal percent(BigDecimal part, BigDecimal whole) {
    return whole.signum() == 0
        ? null
        : part.multiply(HUNDRED).divide(whole, 2, RoundingMode.HALF_UP);
  }
}
