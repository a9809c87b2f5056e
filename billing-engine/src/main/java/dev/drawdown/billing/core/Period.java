package dev.drawdown.billing.core;

import java.time.Instant;
import java.time.YearMonth;

/** A billing period, half-open; its label is the calendar month in which it begins. */
public record Period(YearMonth label, Instant start, Instant end) {
  public boolean hasEndedAt(Instant now) {
    return !now.isBefore(end);
  }

  public boolean contains(Instant instant) {
    return !instant.isBefore(start) && instant.isBefore(end);
  }
}
