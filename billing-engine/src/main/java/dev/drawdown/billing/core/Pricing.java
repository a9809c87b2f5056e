package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Kind;
import dev.drawdown.billing.core.Line.Subject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Gives every piece of booked usage its price and discount. Lines, explanations, cost reports and
 * exports are all sums of these pieces.
 */
public final class Pricing {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
  private static final int SCALE = 18;

  /**
   * A part of the usage of one slice, all at one price.
   *
   * @param of COVERED, OVERAGE or ON_DEMAND usage of a SKU; absent parts are null
   * @param unitPrice per unit, an hour of 3600 unit-seconds; zero where it is covered, null where
   *     no price is in force
   */
  public record Piece(
      Instant sliceStart,
      String usageClass,
      Subject of,
      BigDecimal unitPrice,
      BigDecimal discountPercent,
      BigDecimal seconds) {

    /** The same at another quantity. */
    Piece with(BigDecimal newSeconds) {
      return new Piece(sliceStart, usageClass, of, unitPrice, discountPercent, newSeconds);
    }

    /** What the piece costs before it is rounded with others: 18 decimals. */
    public BigDecimal cost() {
      if (unitPrice == null) {
        return BigDecimal.ZERO;
      }
      return seconds
          .multiply(unitPrice)
          .multiply(HUNDRED.subtract(discountPercent))
          .divide(SECONDS_PER_HOUR.multiply(HUNDRED), SCALE, RoundingMode.HALF_UP);
    }
  }

  /** Usage of one SKU in one region. */
  public record SkuRegion(String sku, String region) implements Comparable<SkuRegion> {
    private static final Comparator<SkuRegion> ORDER =
        Comparator.comparing(SkuRegion::sku).thenComparing(SkuRegion::region);

    @Override
    public int compareTo(SkuRegion other) {
      return ORDER.compare(this, other);
    }
  }

  /** The pieces in the order of time, and what no price is in force for, in unit-seconds. */
  public record Priced(List<Piece> pieces, SortedMap<SkuRegion, BigDecimal> unpriced) {}

  private final Tariff tariff;
  private final Map<String, Tiers> tiers = new HashMap<>();
  private final List<Piece> pieces = new ArrayList<>();
  private final SortedMap<SkuRegion, BigDecimal> unpriced = new TreeMap<>();

  private Pricing(Tariff tariff) {
    this.tariff = tariff;
  }

  /**
   * Prices the usage of one billing period: the tiers of overage begin anew with it.
   *
   * @param usage in any order
   */
  public static Priced of(
      Account account, List<BookedUsage> usage, List<Commitment> commitments, List<Price> prices) {
    Pricing pricing = new Pricing(new Tariff(account, prices));
    commitments.forEach(c -> pricing.tiers.put(c.id(), new Tiers(c.overage())));
    usage.stream().sorted().forEach(pricing::add);
    return new Priced(List.copyOf(pricing.pieces), pricing.unpriced);
  }

  private void add(BookedUsage usage) {
    if (usage.unitSeconds().signum() == 0) {
      return;
    }
    if (usage.kind() == BookedUsage.Kind.DRAW) {
      put(Kind.COVERED, usage, BigDecimal.ZERO, BigDecimal.ZERO, usage.unitSeconds());
      return;
    }
    tariff
        .unitPrice(usage.sku(), usage.region(), usage.sliceStart())
        .ifPresentOrElse(price -> add(usage, price), () -> addUnpriced(usage));
  }

  /** Shown with what it is, and without a cost. It fills no tier until it has a price. */
  private void addUnpriced(BookedUsage usage) {
    unpriced.merge(
        new SkuRegion(usage.sku(), usage.region()), usage.unitSeconds(), BigDecimal::add);
    Kind kind = usage.kind() == BookedUsage.Kind.OVERAGE ? Kind.OVERAGE : Kind.ON_DEMAND;
    put(kind, usage, null, BigDecimal.ZERO, usage.unitSeconds());
  }

  private void add(BookedUsage usage, BigDecimal price) {
    if (usage.kind() == BookedUsage.Kind.ON_DEMAND) {
      put(Kind.ON_DEMAND, usage, price, BigDecimal.ZERO, usage.unitSeconds());
      return;
    }
    tiers
        .computeIfAbsent(usage.commitment(), id -> new Tiers(List.of()))
        .take(usage.unitSeconds())
        .forEach(part -> put(Kind.OVERAGE, usage, price, part.discountPercent(), part.seconds()));
  }

  private void put(
      Kind kind,
      BookedUsage usage,
      BigDecimal price,
      BigDecimal discountPercent,
      BigDecimal seconds) {
    Subject of =
        new Subject(
            kind, usage.sku(), emptyToNull(usage.region()), emptyToNull(usage.commitment()));
    pieces.add(
        new Piece(usage.sliceStart(), usage.usageClass(), of, price, discountPercent, seconds));
  }

  static String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
