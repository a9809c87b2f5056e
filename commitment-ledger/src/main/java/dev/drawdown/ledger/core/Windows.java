package dev.drawdown.ledger.core;

import dev.drawdown.kit.Months;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/** Which window of a commitment an instant falls into, and what that window grants. */
public final class Windows {
  private Windows() {}

  /** The untouched allowance of the window that holds an instant inside the term. */
  public static Allowance at(Commitment commitment, Calendar calendar, Instant instant) {
    if (instant.isBefore(commitment.start()) || !instant.isBefore(commitment.end())) {
      throw new IllegalArgumentException(instant + " is outside the term of " + commitment.id());
    }
    Months.Range whole = whole(commitment, calendar, instant);
    Instant start = later(whole.start(), commitment.start());
    Instant end = earlier(whole.end(), commitment.end());
    return new Allowance(
        new Allowance.Id(commitment.id(), start),
        end,
        granted(commitment, whole, start, end),
        Quantity.ZERO);
  }

  /**
   * The window an answer shows for a point in time: an ended term's last, a coming term's first.
   */
  public static Allowance current(Commitment commitment, Calendar calendar, Instant now) {
    Instant last = commitment.end().minusNanos(1_000);
    return at(commitment, calendar, later(earlier(now, last), commitment.start()));
  }

  private static Months.Range whole(Commitment commitment, Calendar calendar, Instant instant) {
    return switch (commitment.window()) {
      case HOUR -> {
        Slice hour = calendar.hourOf(instant);
        yield new Months.Range(hour.start(), hour.end());
      }
      case TERM -> new Months.Range(commitment.start(), commitment.end());
      case CALENDAR_MONTH -> calendar.billingPeriodOf(instant);
      case MONTH -> counted(commitment, calendar, 1, instant);
      case QUARTER -> counted(commitment, calendar, 3, instant);
      case YEAR -> counted(commitment, calendar, 12, instant);
    };
  }

  private static Months.Range counted(
      Commitment commitment, Calendar calendar, int months, Instant instant) {
    return Months.counted(commitment.start(), months, calendar.zone(), instant);
  }

  private static Quantity granted(
      Commitment commitment, Months.Range whole, Instant start, Instant end) {
    if (commitment.gpus() != null) {
      return Quantity.held(commitment.gpus(), start, end);
    }
    Quantity full = Quantity.ofHours(commitment.hours());
    if (commitment.window() != Commitment.Window.CALENDAR_MONTH) {
      return full;
    }
    BigDecimal part = Quantity.seconds(start, end);
    BigDecimal all = Quantity.seconds(whole.start(), whole.end());
    return new Quantity(
        full.unitSeconds().multiply(part).divide(all, Quantity.SCALE, RoundingMode.FLOOR));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
