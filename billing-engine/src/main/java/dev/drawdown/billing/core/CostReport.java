package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Pricing.Piece;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What usage costs, summed by whatever a caller groups it by. Costs are added up exactly and
 * rounded once for each row, so they can differ from an invoice, which rounds each line, by parts
 * of a cent.
 */
public final class CostReport {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** How time is grouped; whole means not at all. */
  public enum Time {
    WHOLE,
    HOUR,
    DAY,
    MONTH
  }

  /**
   * What a group is told apart by.
   *
   * @param start of its stretch of time; null when time is not grouped
   */
  public record Key(Instant start, Instant end, List<String> values) {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::start, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(k -> String.join("\u0000", k.values()));
  }

  /** Hours with 6 decimals, money in the currency's minor unit. */
  public record Row(
      Key key,
      BigDecimal hours,
      BigDecimal drawn,
      BigDecimal overage,
      BigDecimal onDemand,
      BigDecimal lapsed,
      BigDecimal drawnCost,
      BigDecimal overageCost,
      BigDecimal onDemandCost,
      BigDecimal lapsedCost,
      BigDecimal cost) {}

  private static final class Sums {
    private final Map<Line.Kind, BigDecimal> seconds = new HashMap<>();
    private final Map<Line.Kind, BigDecimal> cost = new HashMap<>();
    private BigDecimal lapsed;
    private BigDecimal lapsedCost = BigDecimal.ZERO;

    private BigDecimal hours(Line.Kind kind) {
      return CostReport.hours(seconds.getOrDefault(kind, BigDecimal.ZERO));
    }
  }

  private final Account account;
  private final Time time;
  private final Map<Key, Sums> groups = new TreeMap<>(Key.ORDER);

  public CostReport(Account account, Time time) {
    this.account = account;
    this.time = time;
  }

  /**
   * Adds usage.
   *
   * @param cost exact; of covered usage the part of the commitment's fee
   */
  public void add(Piece piece, List<String> values, BigDecimal cost) {
    Sums sums = groups.computeIfAbsent(key(piece.sliceStart(), values), k -> new Sums());
    sums.seconds.merge(piece.of().charge(), piece.seconds(), BigDecimal::add);
    sums.cost.merge(piece.of().charge(), cost, BigDecimal::add);
  }

  /** Adds committed time that lapsed, at the end of its window. */
  public void addLapsed(Instant lastInstant, BigDecimal units, BigDecimal cost) {
    Sums sums = groups.computeIfAbsent(key(lastInstant, List.of()), k -> new Sums());
    sums.lapsed = (sums.lapsed == null ? BigDecimal.ZERO : sums.lapsed).add(units);
    sums.lapsedCost = sums.lapsedCost.add(cost);
  }

  private Key key(Instant at, List<String> values) {
    return switch (time) {
      case WHOLE -> new Key(null, null, values);
      case HOUR -> {
        var hour = dev.drawdown.kit.Months.hourOf(at, account.zone());
        yield new Key(hour.start(), hour.end(), values);
      }
      case DAY -> {
        LocalDate day = at.atZone(account.zone()).toLocalDate();
        yield new Key(
            day.atStartOfDay(account.zone()).toInstant(),
            day.plusDays(1).atStartOfDay(account.zone()).toInstant(),
            values);
      }
      case MONTH -> {
        Period period = account.periodOf(at);
        yield new Key(period.start(), period.end(), values);
      }
    };
  }

  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    groups.forEach((key, sums) -> rows.add(row(key, sums)));
    return rows;
  }

  private Row row(Key key, Sums sums) {
    BigDecimal used = sums.seconds.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal overage = sums.cost.getOrDefault(Line.Kind.OVERAGE, BigDecimal.ZERO);
    BigDecimal onDemand = sums.cost.getOrDefault(Line.Kind.ON_DEMAND, BigDecimal.ZERO);
    return new Row(
        key,
        hours(used),
        sums.hours(Line.Kind.COVERED),
        sums.hours(Line.Kind.OVERAGE),
        sums.hours(Line.Kind.ON_DEMAND),
        sums.lapsed == null ? null : hours(sums.lapsed),
        money(sums.cost.getOrDefault(Line.Kind.COVERED, BigDecimal.ZERO)),
        money(overage),
        money(onDemand),
        sums.lapsed == null ? null : money(sums.lapsedCost),
        money(overage.add(onDemand)));
  }

  private BigDecimal money(BigDecimal exact) {
    return Money.round(exact, account.currency());
  }

  private static BigDecimal hours(BigDecimal seconds) {
    return seconds.divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP);
  }
}
