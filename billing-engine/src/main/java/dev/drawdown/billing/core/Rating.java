package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Subject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
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
      BigDecimal total) {

    /** The same with more lines before the tax, which is reckoned anew. */
    public Result with(Account account, List<Line> more) {
      List<Line> all = new ArrayList<>();
      lines.stream().filter(line -> line.kind() != Line.Kind.TAX).forEach(all::add);
      all.addAll(more);
      return of(account, all, unpriced);
    }

    private static Result of(Account account, List<Line> lines, List<Unpriced> unpriced) {
      BigDecimal subtotal = Money.zero(account.currency());
      for (Line line : lines) {
        subtotal = subtotal.add(line.amount());
      }
      BigDecimal tax =
          Money.roundQuotient(subtotal.multiply(account.taxPercent()), HUNDRED, account.currency());
      List<Line> all = new ArrayList<>(lines);
      if (account.taxPercent().signum() > 0 && !lines.isEmpty()) {
        String percent = account.taxPercent().toPlainString();
        all.add(
            Line.plain(
                Line.Kind.TAX,
                new Subject(Line.Kind.TAX, null, null, null),
                "Tax " + percent + " %",
                tax,
                null));
      }
      return new Result(List.copyOf(all), List.copyOf(unpriced), subtotal, tax, subtotal.add(tax));
    }
  }

  /** What lines are grouped by. */
  private record Group(Subject of, BigDecimal discountPercent, BigDecimal unitPrice)
      implements Comparable<Group> {
    private static final Comparator<Group> ORDER =
        Comparator.comparing(Group::of, Subject.ORDER)
            .thenComparing(Group::discountPercent, Comparator.reverseOrder())
            .thenComparing(Group::unitPrice);

    @Override
    public int compareTo(Group other) {
      return ORDER.compare(this, other);
    }
  }

  private final Account account;
  private final Map<String, String> units;

  private Rating(Account account, Map<String, String> units) {
    this.account = account;
    this.units = units;
  }

  /**
   * Rates a period.
   *
   * @param usage what is booked in the period, in any order
   * @param outages reported for the account, of any time
   * @param units the unit of each known SKU
   */
  public static Result rate(
      Account account,
      Period period,
      List<BookedUsage> usage,
      List<Commitment> commitments,
      List<Outage> outages,
      List<Price> prices,
      Map<String, String> units) {
    Rating rating = new Rating(account, units);
    Pricing.Priced priced = Pricing.of(account, usage, commitments, prices);
    List<Commitment> ordered =
        commitments.stream().sorted(Comparator.comparing(Commitment::id)).toList();
    List<Line> lines = new ArrayList<>();
    ordered.forEach(c -> Fees.lineOf(account, c, period).ifPresent(lines::add));
    SortedMap<Group, BigDecimal> groups = new TreeMap<>();
    for (Pricing.Piece piece : priced.pieces()) {
      if (piece.unitPrice() != null) {
        Group group = new Group(piece.of(), piece.discountPercent(), piece.unitPrice());
        groups.merge(group, piece.seconds(), BigDecimal::add);
      }
    }
    groups.forEach((group, seconds) -> lines.add(rating.line(group, seconds)));
    ordered.forEach(c -> Availability.creditOf(account, c, period, outages).ifPresent(lines::add));
    return Result.of(account, lines, rating.open(priced.unpriced()));
  }

  private Line line(Group group, BigDecimal seconds) {
    BigDecimal exact = seconds.multiply(group.unitPrice());
    BigDecimal kept = HUNDRED.subtract(group.discountPercent());
    return Line.priced(
        group.of(),
        Descriptions.of(group.of(), group.discountPercent()),
        hours(seconds),
        units.get(group.of().sku()),
        Money.unitPrice(group.unitPrice(), account.currency()),
        group.discountPercent(),
        money(exact, SECONDS_PER_HOUR),
        money(exact.multiply(kept), SECONDS_PER_HOUR.multiply(HUNDRED)));
  }

  private List<Unpriced> open(SortedMap<Pricing.SkuRegion, BigDecimal> unpriced) {
    List<Unpriced> open = new ArrayList<>();
    unpriced.forEach(
        (key, seconds) ->
            open.add(
                new Unpriced(
                    key.sku(),
                    Pricing.emptyToNull(key.region()),
                    hours(seconds),
                    units.get(key.sku()))));
    return open;
  }

  private BigDecimal money(BigDecimal dividend, BigDecimal divisor) {
    return Money.roundQuotient(dividend, divisor, account.currency());
  }

  private static BigDecimal hours(BigDecimal seconds) {
    return seconds.divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP);
  }
}
