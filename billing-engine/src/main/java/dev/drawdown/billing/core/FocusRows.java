package dev.drawdown.billing.core;

import dev.drawdown.billing.core.FocusRow.Column;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Map;

/** What all rows of an account's billing period have in common, and what each kind adds to it. */
final class FocusRows {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
  private static final int QUANTITY_SCALE = 9;
  private static final String COMMITTED = "Committed";
  private static final String STANDARD = "Standard";

  private record Unit(String name, String category, String subcategory, String service) {}

  private static final Unit GPU =
      new Unit("GPU-Hours", "Compute", "Other (Compute)", "GPU compute");
  private static final Map<String, Unit> UNITS =
      Map.of(
          "GPU_HOUR", GPU,
          "GIB", new Unit("GiB", "Networking", "Network Infrastructure", "Data transfer"),
          "GIB_HOUR", new Unit("GiB-Hours", "Storage", "Other (Storage)", "Storage"));

  private final Account account;
  private final Period period;
  private final String provider;
  private final String invoice;
  private final Map<String, String> units;

  FocusRows(
      Account account, Period period, String provider, String invoice, Map<String, String> units) {
    this.account = account;
    this.period = period;
    this.provider = provider;
    this.invoice = invoice;
    this.units = units;
  }

  private Unit unit(String sku) {
    return sku == null ? GPU : UNITS.getOrDefault(units.getOrDefault(sku, "GPU_HOUR"), GPU);
  }

  private FocusRow row(String category, Instant start, Instant end, String sku, String text) {
    Unit unit = unit(sku);
    String currency = account.currency().getCurrencyCode();
    return new FocusRow()
        .set(Column.BillingAccountId, account.id())
        .set(Column.BillingAccountName, account.name())
        .set(Column.BillingAccountType, "Account")
        .set(Column.BillingCurrency, currency)
        .set(Column.BillingPeriodStart, period.start())
        .set(Column.BillingPeriodEnd, period.end())
        .set(Column.ChargeCategory, category)
        .set(Column.ChargePeriodStart, start)
        .set(Column.ChargePeriodEnd, end)
        .set(Column.ChargeDescription, text)
        .set(Column.InvoiceId, invoice)
        .set(Column.InvoiceIssuerName, provider)
        .set(Column.ProviderName, provider)
        .set(Column.PublisherName, provider)
        .set(Column.PricingCurrency, currency)
        .set(Column.ServiceCategory, unit.category())
        .set(Column.ServiceSubcategory, unit.subcategory())
        .set(Column.ServiceName, unit.service());
  }

  private static FocusRow money(FocusRow row, BigDecimal billed, BigDecimal effective) {
    return row.set(Column.BilledCost, billed)
        .set(Column.EffectiveCost, effective)
        .set(Column.PricingCurrencyEffectiveCost, effective);
  }

  private static FocusRow prices(
      FocusRow row, BigDecimal list, BigDecimal contracted, BigDecimal quantity, String unit) {
    return row.set(Column.ListUnitPrice, list)
        .set(Column.PricingCurrencyListUnitPrice, list)
        .set(Column.ContractedUnitPrice, contracted)
        .set(Column.PricingCurrencyContractedUnitPrice, contracted)
        .set(Column.PricingQuantity, quantity)
        .set(Column.PricingUnit, unit)
        .set(Column.ListCost, list == null ? BigDecimal.ZERO : list.multiply(quantity))
        .set(
            Column.ContractedCost,
            contracted == null ? BigDecimal.ZERO : contracted.multiply(quantity));
  }

  private static FocusRow discount(FocusRow row, Commitment c, BigDecimal units, String status) {
    row.set(Column.CommitmentDiscountId, c.id())
        .set(Column.CommitmentDiscountName, c.id())
        .set(Column.CommitmentDiscountCategory, "Usage")
        .set(Column.CommitmentDiscountType, c.grant().capacity() ? "Reserved GPU" : "GPU-hour pool")
        .set(Column.CommitmentDiscountQuantity, units)
        .set(Column.CommitmentDiscountUnit, GPU.name())
        .set(Column.CommitmentDiscountStatus, status);
    if (c.grant().capacity() && status != null) {
      row.set(Column.CapacityReservationId, c.id()).set(Column.CapacityReservationStatus, status);
    }
    return row;
  }

  static BigDecimal hours(BigDecimal seconds) {
    return seconds.divide(SECONDS_PER_HOUR, QUANTITY_SCALE, RoundingMode.HALF_UP);
  }

  /** The fee of a period. */
  FocusRow purchase(Line line, Commitment c, BigDecimal units) {
    FocusRow row = row("Purchase", period.start(), period.end(), null, line.description());
    money(row, line.amount(), BigDecimal.ZERO);
    prices(row, line.amount(), line.amount(), BigDecimal.ONE, "Units");
    return discount(row, c, units, null)
        .set(Column.ChargeFrequency, c.fee().per().months() == 0 ? "One-Time" : "Recurring")
        .set(Column.PricingCategory, STANDARD)
        .set(Column.ResourceId, c.id())
        .set(Column.ResourceType, "Commitment")
        .set(Column.SkuId, "commitment")
        .set(Column.SkuMeter, "Commitment fee")
        .set(Column.SkuPriceId, "commitment/" + c.id());
  }

  private FocusRow usage(Share share, BigDecimal seconds, String text) {
    BookedUsage u = share.usage();
    FocusRow row = row("Usage", u.sliceStart(), share.end(), u.sku(), text);
    return row.set(Column.ChargeFrequency, "Usage-Based")
        .set(Column.ConsumedQuantity, hours(seconds))
        .set(Column.ConsumedUnit, unit(u.sku()).name())
        .set(Column.RegionId, u.region())
        .set(Column.RegionName, u.region())
        .set(Column.ResourceId, share.resource())
        .set(Column.ResourceName, share.resource())
        .set(Column.ResourceType, share.resource() == null ? null : "GPU")
        .set(Column.Tags, share.labels())
        .set(Column.SkuId, u.sku())
        .set(Column.SkuMeter, "Usage");
  }

  /** Usage that a commitment covers; {@code list} is null where no price is in force. */
  FocusRow covered(
      Share share,
      BigDecimal seconds,
      BigDecimal list,
      Commitment c,
      BigDecimal units,
      BigDecimal effective) {
    BookedUsage u = share.usage();
    FocusRow row = usage(share, seconds, u.sku() + " covered by " + c.id());
    money(row, BigDecimal.ZERO, effective);
    prices(row, list, list, hours(seconds), unit(u.sku()).name());
    return discount(row, c, hours(units), "Used")
        .set(Column.PricingCategory, COMMITTED)
        .set(Column.SkuPriceId, u.sku() + "/committed");
  }

  /** Overage and on-demand usage. */
  FocusRow charged(Share share, Pricing.Piece piece, BigDecimal seconds, BigDecimal billed) {
    BookedUsage u = share.usage();
    boolean overage = piece.of().charge() == Line.Kind.OVERAGE;
    FocusRow row = usage(share, seconds, Descriptions.of(piece.of(), piece.discountPercent()));
    BigDecimal contracted =
        piece.unitPrice() == null
            ? null
            : piece.unitPrice().multiply(HUNDRED.subtract(piece.discountPercent())).divide(HUNDRED);
    money(row, billed, billed);
    prices(row, piece.unitPrice(), contracted, hours(seconds), unit(u.sku()).name());
    return row.set(Column.PricingCategory, STANDARD)
        .set(Column.SkuPriceId, u.sku() + (overage ? "/overage" : "/on-demand"));
  }

  /** Committed time that nobody used. */
  FocusRow unused(
      Commitment c,
      Instant start,
      Instant end,
      BigDecimal list,
      BigDecimal units,
      BigDecimal effective) {
    FocusRow row = row("Usage", start, end, null, "unused part of " + c.id());
    money(row, BigDecimal.ZERO, effective);
    prices(row, list, list, hours(units), GPU.name());
    return discount(row, c, hours(units), "Unused")
        .set(Column.ChargeFrequency, "Usage-Based")
        .set(Column.PricingCategory, COMMITTED)
        .set(Column.ResourceId, c.id())
        .set(Column.ResourceType, "Commitment")
        .set(Column.SkuId, c.skus().firstKey())
        .set(Column.SkuMeter, "Usage")
        .set(Column.SkuPriceId, c.skus().firstKey() + "/committed");
  }

  /** The part of a line that no usage stands for any more. */
  FocusRow remainder(Line line, BigDecimal amount, Period charged) {
    FocusRow row = other(line, charged);
    return money(row, amount, amount)
        .set(Column.ListCost, amount)
        .set(Column.ContractedCost, amount);
  }

  /** What no usage stands behind: credits, corrections and tax. */
  FocusRow other(Line line, Period charged) {
    String category =
        switch (line.of().charge()) {
          case TAX -> "Tax";
          case SLA_CREDIT -> "Credit";
          default -> "Adjustment";
        };
    FocusRow row = row(category, charged.start(), charged.end(), line.sku(), line.description());
    money(row, line.amount(), line.amount());
    return row.set(Column.ListCost, line.amount())
        .set(Column.ContractedCost, line.amount())
        .set(Column.ChargeFrequency, "One-Time")
        .set(Column.ChargeClass, line.kind() == Line.Kind.CORRECTION ? "Correction" : null)
        .set(Column.RegionId, line.region())
        .set(Column.RegionName, line.region());
  }
}
