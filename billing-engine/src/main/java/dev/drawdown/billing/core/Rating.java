package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Prices a period: booked usage, prices and commitments in, the lines of an invoice out. */
public final class Rating {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** Usage for which no price is in force; it blocks finalising and is never dropped. */
  public record Unpriced(String sku, String region, BigDecimal quantity, String unit) {}

  /** Everything a period costs. */
  public record Result(
      List<Line> lines,
      List<Unpriced> unpriced,
      BigDecimal subtotal,
      BigDecimal tax,
      BigDecimal total) {}

  /** What lines are grouped by; empty texts and a null price stand for nothing. */
  private record Group(
      Line.Kind kind,
      String sku,
      String region,
      String commitment,
      BigDecimal discountPercent,
      BigDecimal unitPrice)
      implements Comparable<Group> {
    private static final Comparator<Group> ORDER =
        Comparator.comparing(Group::kind)
            .thenComparing(Group::sku)
            .thenComparing(Group::region)
            .thenComparing(Group::commitment)
            .thenComparing(Group::discountPercent, Comparator.reverseOrder())
            .thenComparing(Group::unitPrice);

    @Override
    public int compareTo(Group other) {
      return ORDER.compare(this, other);
    }
  }

  private record SkuRegion(String sku, String region) implements Comparable<SkuRegion> {
    @Override
    public int compareTo(SkuRegion other) {
      return Comparator.comparing(SkuRegion::sku)
          .thenComparing(SkuRegion::region)
          .compare(this, other);
    }
  }

  private final Account account;
  private final Map<String, String> units;
  private final Tariff tariff;
  private final Map<String, Tiers> tiers = new HashMap<>();
  private final SortedMap<Group, BigDecimal> groups = new TreeMap<>();
  private final SortedMap<SkuRegion, BigDecimal> unpriced = new TreeMap<>();

  private Rating(Account account, Map<String, String> units, Tariff tariff) {
    this.account = account;
    this.units = units;
    this.tariff = tariff;
  }

  /**
   * Rates a period.
   *
   * @param usage what is booked in the period, in any order
   * @param units the unit of each known SKU
   */
  public static Result rate(
      Account account,
      Period period,
      List<BookedUsage> usage,
      List<Commitment> commitments,
      List<Price> prices,
      Map<String, String> units) {
    Rating rating = new Rating(account, units, new Tariff(account, prices));
    commitments.forEach(c -> rating.tiers.put(c.id(), new Tiers(c.overage())));
    usage.stream().sorted().forEach(rating::add);
    List<Line> lines = new ArrayList<>();
    commitments.stream()
        .sorted(Comparator.comparing(Commitment::id))
        .forEach(c -> Fees.lineOf(account, c, period).ifPresent(lines::add));
    rating.groups.forEach((group, seconds) -> lines.add(rating.line(group, seconds)));
    return rating.total(lines);
  }

  private void add(BookedUsage usage) {
    if (usage.unitSeconds().signum() == 0) {
      return;
    }
    if (usage.kind() == BookedUsage.Kind.DRAW) {
      put(Line.Kind.COVERED, usage, BigDecimal.ZERO, BigDecimal.ZERO, usage.unitSeconds());
      return;
    }
    tariff
        .unitPrice(usage.sku(), usage.region(), usage.sliceStart())
        .ifPresentOrElse(
            price -> add(usage, price),
            () ->
                unpriced.merge(
                    new SkuRegion(usage.sku(), usage.region()),
                    usage.unitSeconds(),
                    BigDecimal::add));
  }

  private void add(BookedUsage usage, BigDecimal price) {
    if (usage.kind() == BookedUsage.Kind.ON_DEMAND) {
      put(Line.Kind.ON_DEMAND, usage, BigDecimal.ZERO, price, usage.unitSeconds());
      return;
    }
    tiers
        .computeIfAbsent(usage.commitment(), id -> new Tiers(List.of()))
        .take(usage.unitSeconds())
        .forEach(
            part -> put(Line.Kind.OVERAGE, usage, part.discountPercent(), price, part.seconds()));
  }

  private void put(
      Line.Kind kind,
      BookedUsage usage,
      BigDecimal discountPercent,
      BigDecimal price,
      BigDecimal seconds) {
    Group group =
        new Group(kind, usage.sku(), usage.region(), usage.commitment(), discountPercent, price);
    groups.merge(group, seconds, BigDecimal::add);
  }

  private Line line(Group group, BigDecimal seconds) {
    BigDecimal gross = money(seconds.multiply(group.unitPrice()), SECONDS_PER_HOUR);
    BigDecimal kept = HUNDRED.subtract(group.discountPercent());
    BigDecimal amount =
        money(
            seconds.multiply(group.unitPrice()).multiply(kept), SECONDS_PER_HOUR.multiply(HUNDRED));
    return new Line(
        group.kind(),
        Descriptions.of(group.kind(), group.sku(), group.commitment(), group.discountPercent()),
        group.sku(),
        emptyToNull(group.region()),
        emptyToNull(group.commitment()),
        hours(seconds),
        units.get(group.sku()),
        Money.unitPrice(group.unitPrice(), account.currency()),
        group.discountPercent(),
        gross,
        gross.subtract(amount),
        amount);
  }

  private Result total(List<Line> lines) {
    BigDecimal subtotal = Money.zero(account.currency());
    for (Line line : lines) {
      subtotal = subtotal.add(line.amount());
    }
    BigDecimal tax = money(subtotal.multiply(account.taxPercent()), HUNDRED);
    if (account.taxPercent().signum() > 0) {
      lines.add(taxLine(tax));
    }
    List<Unpriced> open = new ArrayList<>();
    unpriced.forEach(
        (key, seconds) ->
            open.add(
                new Unpriced(
                    key.sku(), emptyToNull(key.region()), hours(seconds), units.get(key.sku()))));
    return new Result(List.copyOf(lines), open, subtotal, tax, subtotal.add(tax));
  }

  private Line taxLine(BigDecimal tax) {
    String percent = account.taxPercent().toPlainString();
    return new Line(
        Line.Kind.TAX,
        "Tax " + percent + " %",
        null,
        null,
        null,
        null,
        null,
        null,
        BigDecimal.ZERO,
        tax,
        Money.zero(account.currency()),
        tax);
  }

  private BigDecimal money(BigDecimal dividend, BigDecimal divisor) {
    return Money.roundQuotient(dividend, divisor, account.currency());
  }

  private static BigDecimal hours(BigDecimal seconds) {
    return seconds.divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP);
  }

  private static String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
