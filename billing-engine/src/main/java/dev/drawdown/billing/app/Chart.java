package dev.drawdown.billing.app;

import dev.drawdown.billing.app.InvoiceView.DayView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * The chart of an invoice: a bar a day, of drawn, overage, on-demand and lapsed hours on top of
 * each other. Heights are percent of the highest day; drawn and lapsed add up to what was
 * committed.
 */
public record Chart(String highest, List<Bar> bars) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** One day; heights in percent. */
  public record Bar(
      String day, String label, String drawn, String overage, String onDemand, String lapsed) {}

  /** Null where there is nothing to draw. */
  static Chart of(InvoiceView view) {
    List<DayView> days = view.days() == null ? List.of() : view.days();
    BigDecimal highest = BigDecimal.ZERO;
    for (DayView day : days) {
      highest = highest.max(sum(day));
    }
    if (highest.signum() == 0) {
      return null;
    }
    List<Bar> bars = new ArrayList<>();
    for (DayView day : days) {
      bars.add(
          new Bar(
              Integer.toString(LocalDate.parse(day.day()).getDayOfMonth()),
              "%s: committed %s h, drawn %s h, overage %s h, on demand %s h, lapsed %s h"
                  .formatted(
                      day.day(),
                      hours(day.committed()),
                      hours(day.drawn()),
                      hours(day.overage()),
                      hours(day.onDemand()),
                      hours(day.lapsed())),
              percent(day.drawn(), highest),
              percent(day.overage(), highest),
              percent(day.onDemand(), highest),
              percent(day.lapsed(), highest)));
    }
    return new Chart(hours(highest.toPlainString()), bars);
  }

  private static BigDecimal sum(DayView day) {
    return new BigDecimal(day.drawn())
        .add(new BigDecimal(day.overage()))
        .add(new BigDecimal(day.onDemand()))
        .add(new BigDecimal(day.lapsed()));
  }

  private static String percent(String part, BigDecimal highest) {
    return new BigDecimal(part)
        .multiply(HUNDRED)
        .divide(highest, 2, RoundingMode.HALF_UP)
        .toPlainString();
  }

  private static String hours(String exact) {
    return new BigDecimal(exact).setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
