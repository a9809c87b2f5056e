package dev.drawdown.kit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * RFC 3339 instants with an offset, truncated (never rounded up) to microseconds.
 *
 * <p>Stricter than {@link Instant#parse}, which takes hour 24 and five-digit years.
 */
public final class Times {
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})"
              + "(?:\\.([0-9]{1,9}))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))");
  private static final int FIRST_YEAR = 2000;
  private static final int LAST_YEAR = 2100;

  private Times() {}

  /** Reads an instant; throws {@link InvalidValue} with a sentence for people. */
  public static Instant read(String text) {
    if (text == null || text.isEmpty()) {
      throw new InvalidValue("must be an RFC 3339 time, not empty");
    }
    Matcher m = RFC_3339.matcher(text);
    if (!m.matches()) {
      throw new InvalidValue(
          "must be an RFC 3339 time with an offset, such as 2026-03-05T08:00:00Z");
    }
    int year = number(m, 1);
    requireYear(year);
    try {
      Instant instant =
          LocalDateTime.of(
                  year,
                  number(m, 2),
                  number(m, 3),
                  number(m, 4),
                  number(m, 5),
                  number(m, 6),
                  nanos(m))
              .toInstant(offset(m))
              .truncatedTo(ChronoUnit.MICROS);
      requireYear(instant.atOffset(ZoneOffset.UTC).getYear());
      return instant;
    } catch (DateTimeException e) {
      throw new InvalidValue("is not a time that exists: " + e.getMessage());
    }
  }

  private static void requireYear(int year) {
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      throw new InvalidValue("has a year outside 2000 to 2100");
    }
  }

  private static int nanos(Matcher m) {
    return m.group(7) == null ? 0 : Integer.parseInt((m.group(7) + "00000000").substring(0, 9));
  }

  private static ZoneOffset offset(Matcher m) {
    if (m.group(8) == null) {
      return ZoneOffset.UTC;
    }
    int hours = number(m, 9);
    int minutes = number(m, 10);
    if (minutes > 59) {
      throw new DateTimeException("offset minutes " + minutes);
    }
    int sign = m.group(8).equals("-") ? -1 : 1;
    return ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
  }

  private static int number(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }

  /** Microseconds since 1970, the resolution of everything stored. */
  public static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }
}
