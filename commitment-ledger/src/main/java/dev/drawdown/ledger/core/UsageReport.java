package dev.drawdown.ledger.core;

import dev.drawdown.kit.Months;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Usage summed by whatever a caller groups it by. */
public final class UsageReport {
  /** How time is grouped; whole means not at all. */
  public enum Time {
    WHOLE,
    HOUR,
    DAY,
    MONTH
  }

  /** What a group is told apart by; the period is null when time is not grouped. */
  public record Key(Months.Range period, List<String> values) {}

  /** One row: its group, and the sums. */
  public record Row(Key key, Quantity used, Quantity drawn, Quantity overage, Quantity onDemand) {}

  /** A stretch of usage as it comes in, with the values of the grouping's keys. */
  public record Line(Slice slice, List<String> values, Books.Kind kind, Quantity quantity) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparing((Key k) -> k.period() == null ? Instant.MIN : k.period().start())
          .thenComparing(k -> String.join("\u0000", k.values()));

  private UsageReport() {}

  public static List<Row> of(Calendar calendar, Time time, List<Line> lines) {
    Map<Key, Map<Books.Kind, Quantity>> groups = new TreeMap<>(ORDER);
    for (Line line : lines) {
      Key key = new Key(period(calendar, time, line.slice()), line.values());
      groups
          .computeIfAbsent(key, k -> new LinkedHashMap<>())
          .merge(line.kind(), line.quantity(), Quantity::plus);
    }
    List<Row> rows = new ArrayList<>();
    groups.forEach((key, sums) -> rows.add(row(key, sums)));
    return rows;
  }

  private static Row row(Key key, Map<Books.Kind, Quantity> sums) {
    Quantity drawn = sums.getOrDefault(Books.Kind.DRAW, Quantity.ZERO);
    Quantity overage = sums.getOrDefault(Books.Kind.OVERAGE, Quantity.ZERO);
    Quantity onDemand = sums.getOrDefault(Books.Kind.ON_DEMAND, Quantity.ZERO);
    return new Row(key, drawn.plus(overage).plus(onDemand), drawn, overage, onDemand);
  }

  private static Months.Range period(Calendar calendar, Time time, Slice slice) {
    return switch (time) {
      case WHOLE -> null;
      case HOUR -> {
        Slice hour = calendar.hourOf(slice.start());
        yield new Months.Range(hour.start(), hour.end());
      }
      case DAY -> {
        LocalDate day = LocalDate.ofInstant(slice.start(), calendar.zone());
        yield new Months.Range(
            day.atStartOfDay(calendar.zone()).toInstant(),
            day.plusDays(1).atStartOfDay(calendar.zone()).toInstant());
      }
      case MONTH -> calendar.billingPeriodOf(slice.start());
    };
  }
}
