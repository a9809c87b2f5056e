package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** One row of the export: the columns of FOCUS 1.2, of which those not set are null. */
public final class FocusRow {
  /** The columns in the order in which they are written. */
  public enum Column {
    AvailabilityZone,
    BilledCost,
    BillingAccountId,
    BillingAccountName,
    BillingAccountType,
    BillingCurrency,
    BillingPeriodEnd,
    BillingPeriodStart,
    CapacityReservationId,
    CapacityReservationStatus,
    ChargeCategory,
    ChargeClass,
    ChargeDescription,
    ChargeFrequency,
    ChargePeriodEnd,
    ChargePeriodStart,
    CommitmentDiscountCategory,
    CommitmentDiscountId,
    CommitmentDiscountName,
    CommitmentDiscountQuantity,
    CommitmentDiscountStatus,
    CommitmentDiscountType,
    CommitmentDiscountUnit,
    ConsumedQuantity,
    ConsumedUnit,
    ContractedCost,
    ContractedUnitPrice,
    EffectiveCost,
    InvoiceId,
    InvoiceIssuerName,
    ListCost,
    ListUnitPrice,
    PricingCategory,
    PricingCurrency,
    PricingCurrencyContractedUnitPrice,
    PricingCurrencyEffectiveCost,
    PricingCurrencyListUnitPrice,
    PricingQuantity,
    PricingUnit,
    ProviderName,
    PublisherName,
    RegionId,
    RegionName,
    ResourceId,
    ResourceName,
    ResourceType,
    ServiceCategory,
    ServiceName,
    ServiceSubcategory,
    SkuId,
    SkuMeter,
    SkuPriceDetails,
    SkuPriceId,
    SubAccountId,
    SubAccountName,
    SubAccountType,
    Tags
  }

  private final Map<Column, String> cells = new EnumMap<>(Column.class);

  FocusRow set(Column column, String text) {
    if (text != null && !text.isEmpty()) {
      cells.put(column, text);
    }
    return this;
  }

  FocusRow set(Column column, BigDecimal number) {
    return number == null ? this : set(column, dev.drawdown.kit.Decimals.plain(number));
  }

  /** Whole seconds, as the specification writes times. */
  FocusRow set(Column column, Instant time) {
    return set(column, time.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString());
  }

  /** The cell's text; null when it is null. */
  public String get(Column column) {
    return cells.get(column);
  }

  /** The number of a cell that holds one. */
  public BigDecimal number(Column column) {
    return new BigDecimal(cells.get(column));
  }
}
