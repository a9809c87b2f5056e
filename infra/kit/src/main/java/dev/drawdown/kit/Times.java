package dev.drawdown.kit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * RFC 3339 instants with an offset, truncated (never rounded up) to microseconds.
 *
 * <p>Stricter than {@link Instant#parse}, which takes hour 24 and five-digit years.
 */
public final class Times {
  private static final String SHAPE = "dddd-dd-ddTdd:dd:dd";
  private static final int FIRST_YEAR = 2000;
  private static final int LAST_YEAR = 2100;

  private Times() {}

  /** Reads an instant; throws {@link InvalidValue} with a sentence for people. */
  public static Instant read(String text) {
    if (text == null || text.isEmpty()) {
      throw new InvalidValue("must be an RFC 3339 time, not empty");
    }
    int fraction = SHAPE.length();
    if (!hasShape(text, 0, SHAPE)) {
      throw notATime();
    }
    int zone = fraction;
    if (zone < text.length() && text.charAt(zone) == '.') {
      zone = afterDigits(text, zone + 1);
      if (zone - fraction < 2 || zone - fraction > 10) {
        throw notATime();
      }
    }
    requireYear(number(text, 0, 4));
    try {
      Instant instant =
          LocalDateTime.of(
                  number(text, 0, 4),
                  number(text, 5, 7),
                  number(text, 8, 10),
                  number(text, 11, 13),
                  number(text, 14, 16),
                  number(text, 17, 19),
                  micros(text, fraction + 1, zone) * 1_000)
              .toInstant(offset(text, zone));
      requireYear(instant.atOffset(ZoneOffset.UTC).getYear());
      return instant;
    } catch (DateTimeException e) {
      throw new InvalidValue("is not a time that exists: " + e.getMessage());
    }
  }

  private static InvalidValue notATime() {
    return new InvalidValue(
        "must be an RFC 3339 time with an offset, such as 2026-03-05T08:00:00Z");
  }

  /** Whether a text has, from a place on, digits where the shape has a d, and else the same. */
  private static boolean hasShape(String text, int from, String shape) {
    if (text.length() < from + shape.length()) {
      return false;
    }
    for (int i = 0; i < shape.length(); i++) {
      char c = text.charAt(from + i);
      char wanted = shape.charAt(i);
      boolean matches = wanted == 'd' ? isDigit(c) : c == wanted || (wanted == 'T' && c == 't');
      if (!matches) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int afterDigits(String text, int from) {
    int i = from;
    while (i < text.length() && isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The first six digits of a fraction; what follows them is cut off. */
  private static int micros(String text, int from, int to) {
    int micros = 0;
    for (int i = 0; i < 6; i++) {
      micros = 10 * micros + (from + i < to ? text.charAt(from + i) - '0' : 0);
    }
    return micros;
  }

  private static void requireYear(int year) {
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      throw new InvalidValue("has a year outside 2000 to 2100");
    }
  }

  private static ZoneOffset offset(String text, int from) {
    if (text.length() == from + 1 && (text.charAt(from) == 'Z' || text.charAt(from) == 'z')) {
      return ZoneOffset.UTC;
    }
    boolean behind = hasShape(text, from, "-dd:dd");
    if (text.length() != from + 6 || !(behind || hasShape(text, from, "+dd:dd"))) {
      throw notATime();
    }
    int hours = number(text, from + 1, from + 3);
    int minutes = number(text, from + 4, from + 6);
    if (minutes > 59) {
      throw new DateTimeException("offset minutes " + minutes);
    }
    return ZoneOffset.ofHoursMinutes(behind ? -hours : hours, behind ? -minutes : minutes);
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }

  /** Microseconds since 1970, the resolution of everything stored. */
  public static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }
}
