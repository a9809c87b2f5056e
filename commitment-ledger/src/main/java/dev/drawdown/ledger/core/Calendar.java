package dev.drawdown.ledger.core;

import dev.drawdown.kit.Months;
import java.time.Instant;
import java.time.ZoneId;

/** An account's clock: its billing zone and the day on which its billing months begin. */
public record Calendar(ZoneId zone, int billingDay) {
  public Calendar {
    if (billingDay < 1 || billingDay > 31) {
      throw new IllegalArgumentException("billingDay must be 1 to 31: " + billingDay);
    }
  }

  /** The hour of the local clock that holds an instant. */
  public Slice hourOf(Instant instant) {
    Months.Range hour = Months.hourOf(instant, zone);
    return new Slice(hour.start(), hour.end());
  }

  /** The billing period that holds an instant. */
  public Months.Range billingPeriodOf(Instant instant) {
    return Months.of(Months.labelOf(instant, zone, billingDay), zone, billingDay);
  }
}
