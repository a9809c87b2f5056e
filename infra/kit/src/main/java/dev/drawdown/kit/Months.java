package dev.drawdown.kit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Months and hours of a time zone, by its rules and not by offsets.
 *
 * <p>Anchors clamp to the last day of a shorter month and are always reckoned from the anchor
 * itself: 31 January, 28 February, 31 March.
 */
public final class Months {
  private static final long HOUR = 3600;

  private Months() {}

  /** A half-open stretch of time. */
  public record Range(Instant start, Instant end) {
    public Range {
      if (!start.isBefore(end)) {
        throw new IllegalArgumentException("a range must not be empty: " + start + " to " + end);
      }
    }

    public boolean contains(Instant instant) {
      return !instant.isBefore(start) && instant.isBefore(end);
    }
  }

  /**
   * The hour of a zone's clock that holds an instant. A clock change that does not fall on a full
   * hour ends an hour early and begins the next one, so that no hour straddles it.
   */
  public static Range hourOf(Instant instant, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    ZoneOffset offset = rules.getOffset(instant);
    long shift = offset.getTotalSeconds();
    long local = Math.floorDiv(instant.getEpochSecond() + shift, HOUR) * HOUR;
    Instant start = Instant.ofEpochSecond(local - shift);
    Instant end = start.plusSeconds(HOUR);
    if (!rules.isFixedOffset()) {
      if (!rules.getOffset(start).equals(offset)) {
        start = rules.previousTransition(instant.plusNanos(1)).getInstant();
      }
      ZoneOffsetTransition next = rules.nextTransition(instant);
      if (next != null && next.getInstant().isBefore(end)) {
        end = next.getInstant();
      }
    }
    return new Range(start, end);
  }

  /** The month that begins on {@code day} (clamped) of {@code month}, at local midnight. */
  public static Range of(YearMonth month, ZoneId zone, int day) {
    return new Range(begin(month, zone, day), begin(month.plusMonths(1), zone, day));
  }

  /** The label of the month that holds an instant: the calendar month in which it begins. */
  public static YearMonth labelOf(Instant instant, ZoneId zone, int day) {
    YearMonth month = YearMonth.from(instant.atZone(zone));
    return instant.isBefore(begin(month, zone, day)) ? month.minusMonths(1) : month;
  }

  private static Instant begin(YearMonth month, ZoneId zone, int day) {
    LocalDate date = month.atDay(Math.min(day, month.lengthOfMonth()));
    return date.atStartOfDay(zone).toInstant();
  }

  /**
   * The stretch of {@code months} months, counted from {@code anchor} in its zone, that holds an
   * instant at or after the anchor.
   */
  public static Range counted(Instant anchor, int months, ZoneId zone, Instant instant) {
    ZonedDateTime origin = anchor.atZone(zone);
    ZonedDateTime local = instant.atZone(zone);
    long elapsed =
        YearMonth.from(origin).until(YearMonth.from(local), java.time.temporal.ChronoUnit.MONTHS);
    long index = elapsed / months;
    while (step(origin, months, index).isAfter(instant)) {
      index--;
    }
    while (!step(origin, months, index + 1).isAfter(instant)) {
      index++;
    }
    return new Range(step(origin, months, index), step(origin, months, index + 1));
  }

  private static Instant step(ZonedDateTime origin, int months, long index) {
    return origin.plusMonths(months * index).toInstant();
  }
}
