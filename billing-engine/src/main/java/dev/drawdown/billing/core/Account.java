package dev.drawdown.billing.core;

import dev.drawdown.kit.Months;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Currency;

/** What billing knows of an account. */
public record Account(
    String id, String name, Currency currency, ZoneId zone, BigDecimal taxPercent, int billingDay) {

  public Period period(YearMonth label) {
    Months.Range range = Months.of(label, zone, billingDay);
    return new Period(label, range.start(), range.end());
  }

  public Period periodOf(Instant instant) {
    return period(Months.labelOf(instant, zone, billingDay));
  }
}
