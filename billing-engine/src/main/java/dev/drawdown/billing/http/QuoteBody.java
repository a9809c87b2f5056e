package dev.drawdown.billing.http;

import dev.drawdown.billing.core.Needs;
import dev.drawdown.billing.core.Ownership;
import dev.drawdown.billing.core.Quote;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;

/**
 * What a quote is asked for; decimals as text or number.
 *
 * @param gpus how many are used at once; from {@code needs} when absent
 * @param hours for how long, a month of 730 when absent
 */
public record QuoteBody(
    String currency,
    String gpus,
    String hours,
    String onDemandPrice,
    Capacity capacity,
    Pool pool,
    Owned owned,
    Model needs) {

  /** A fee for each GPU, or for all of them. */
  public record Capacity(
      String gpus, String feePerGpu, String fee, String per, String overageDiscountPercent) {}

  /** Hours granted each period for a fee each period. */
  public record Pool(String hours, String fee, String per, String overageDiscountPercent) {}

  /** Hardware that could be bought instead; see {@link Ownership}. */
  public record Owned(
      String price,
      String residualPercent,
      String lifeMonths,
      String powerKilowatts,
      String pricePerKilowattHour,
      String upkeepPercent,
      String riskPercent,
      String usePercent) {}

  /** A model to run; see {@link Needs}. */
  public record Model(
      String mode,
      String parametersBillions,
      String bytesPerParameter,
      String batch,
      String contextTokens,
      String layers,
      String hiddenSize,
      String gpuMemoryGib) {}

  /** What was read. */
  record Asked(Quote quote, Quote.Offer capacity, Quote.Offer pool, Ownership owned, Needs needs) {}

  private static final Map<String, Integer> PERIODS = Map.of("MONTH", 12, "QUARTER", 4, "YEAR", 1);
  private static final BigDecimal HOURS_PER_YEAR = BigDecimal.valueOf(8_760);
  private static final BigDecimal BILLION = BigDecimal.valueOf(1_000_000_000);

  Asked read(Fields f) {
    Needs model = needs == null ? null : model(f);
    BigDecimal all = f.optional("gpus", gpus, null, Fields::positive);
    if (all == null && model != null && f.areValid()) {
      all = model.estimate().gpus();
    }
    f.require(all != null || gpus != null, "gpus", "is required unless needs are given");
    Currency money =
        f.optional("currency", currency, Currency.getInstance("USD"), Currencies::read);
    BigDecimal time = f.optional("hours", hours, BigDecimal.valueOf(730), Fields::positive);
    BigDecimal price = f.required("onDemandPrice", onDemandPrice, Fields::notNegative);
    Quote.Offer held = capacity == null ? null : capacity(f, all);
    Quote.Offer pooled = pool == null ? null : pool(f);
    Ownership bought = owned == null ? null : owned(f);
    return new Asked(new Quote(money, all, time, price), held, pooled, bought, model);
  }

  private Quote.Offer capacity(Fields f, BigDecimal all) {
    BigDecimal count = f.optional("capacity.gpus", capacity.gpus, all, Fields::positive);
    int periods = periods(f, "capacity.per", capacity.per);
    f.require(
        (capacity.fee == null) != (capacity.feePerGpu == null),
        "capacity.fee",
        "exactly one of fee and feePerGpu");
    BigDecimal each =
        f.optional("capacity.feePerGpu", capacity.feePerGpu, null, Fields::notNegative);
    BigDecimal whole = f.optional("capacity.fee", capacity.fee, null, Fields::notNegative);
    BigDecimal discount = discount(f, "capacity", capacity.overageDiscountPercent);
    if (!f.areValid() || count == null) {
      return null;
    }
    BigDecimal fee = whole == null ? each.multiply(count) : whole;
    return new Quote.Offer(
        count.multiply(HOURS_PER_YEAR),
        fee.multiply(BigDecimal.valueOf(periods)),
        periods,
        discount);
  }

  private Quote.Offer pool(Fields f) {
    BigDecimal granted = f.required("pool.hours", pool.hours, Fields::positive);
    BigDecimal fee = f.required("pool.fee", pool.fee, Fields::notNegative);
    int periods = periods(f, "pool.per", pool.per);
    BigDecimal discount = discount(f, "pool", pool.overageDiscountPercent);
    BigDecimal times = BigDecimal.valueOf(periods);
    return f.areValid()
        ? new Quote.Offer(granted.multiply(times), fee.multiply(times), periods, discount)
        : null;
  }

  private static int periods(Fields f, String field, String per) {
    Integer periods =
        f.optional(
            field,
            per,
            12,
            text -> {
              if (!PERIODS.containsKey(text)) {
                throw new InvalidValue("must be MONTH, QUARTER or YEAR");
              }
              return PERIODS.get(text);
            });
    return periods == null ? 1 : periods;
  }

  private static BigDecimal discount(Fields f, String offer, String percent) {
    return f.optional(offer + ".overageDiscountPercent", percent, BigDecimal.ZERO, Fields::percent);
  }

  private Ownership owned(Fields f) {
    Integer months = f.optional("owned.lifeMonths", owned.lifeMonths, 48, QuoteBody::months);
    return new Ownership(
        f.required("owned.price", owned.price, Fields::notNegative),
        f.optional(
            "owned.residualPercent", owned.residualPercent, BigDecimal.ZERO, Fields::percent),
        months == null ? 1 : months,
        f.optional(
            "owned.powerKilowatts", owned.powerKilowatts, BigDecimal.ZERO, Fields::notNegative),
        f.optional(
            "owned.pricePerKilowattHour",
            owned.pricePerKilowattHour,
            BigDecimal.ZERO,
            Fields::notNegative),
        f.optional("owned.upkeepPercent", owned.upkeepPercent, BigDecimal.ZERO, Fields::percent),
        f.optional("owned.riskPercent", owned.riskPercent, BigDecimal.ZERO, Fields::percent),
        f.optional("owned.usePercent", owned.usePercent, BigDecimal.valueOf(100), Fields::percent));
  }

  private static int months(String text) {
    if (!text.matches("[1-9][0-9]{0,2}")) {
      throw new InvalidValue("must be a whole number of months from 1 to 999");
    }
    return Integer.parseInt(text);
  }

  private Needs model(Fields f) {
    String mode = needs.mode == null ? "INFERENCE" : needs.mode;
    f.require(
        mode.equals("INFERENCE") || mode.equals("TRAINING"),
        "needs.mode",
        "must be INFERENCE or TRAINING");
    BigDecimal billions =
        f.required("needs.parametersBillions", needs.parametersBillions, Fields::positive);
    return new Needs(
        mode.equals("TRAINING"),
        billions == null ? null : billions.multiply(BILLION),
        f.optional(
            "needs.bytesPerParameter",
            needs.bytesPerParameter,
            BigDecimal.valueOf(2),
            Fields::positive),
        f.optional("needs.batch", needs.batch, BigDecimal.ONE, Fields::positive),
        f.optional(
            "needs.contextTokens", needs.contextTokens, BigDecimal.valueOf(4096), Fields::positive),
        f.required("needs.layers", needs.layers, Fields::positive),
        f.required("needs.hiddenSize", needs.hiddenSize, Fields::positive),
        f.required("needs.gpuMemoryGib", needs.gpuMemoryGib, Fields::positive));
  }
}
