package dev.drawdown.kit;

import java.math.BigDecimal;

/**
 * Plain decimals, read from their digits and never through binary floating point.
 *
 * <p>Accepted: an optional sign, 1 to 15 digits, and optionally a point with 1 to 12 digits, all in
 * ASCII. Exponents, blanks and other scripts' digits are refused, so that a hostile text such as
 * {@code 1E+1000000000} is never expanded.
 */
public final class Decimals {
  public static final int MAX_INTEGER_DIGITS = 15;
  public static final int MAX_FRACTION_DIGITS = 12;

  /** Every number of so many digits fits a long. */
  private static final int LONG_DIGITS = 18;

  private Decimals() {}

  /** Reads a plain decimal; throws {@link InvalidValue} with a sentence for people. */
  public static BigDecimal read(String text) {
    if (text == null || text.isEmpty()) {
      throw new InvalidValue("must be a decimal number, not empty");
    }
    int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int point = text.indexOf('.');
    int integerDigits = (point < 0 ? text.length() : point) - start;
    int fractionDigits = point < 0 ? 0 : text.length() - point - 1;
    if (integerDigits < 1 || (point >= 0 && fractionDigits < 1) || !digits(text, start, point)) {
      throw new InvalidValue("must be a plain decimal number such as 12.5, without exponent");
    }
    if (integerDigits > MAX_INTEGER_DIGITS) {
      throw new InvalidValue("has more than 15 digits before the point");
    }
    if (fractionDigits > MAX_FRACTION_DIGITS) {
      throw new InvalidValue("has too many decimals: at most 12 digits after the point");
    }
    return integerDigits + fractionDigits > LONG_DIGITS
        ? new BigDecimal(text)
        : BigDecimal.valueOf(unscaled(text, start), fractionDigits);
  }

  /** All digits as one number: a text this short needs no arithmetic on arrays of digits. */
  private static long unscaled(String text, int start) {
    long unscaled = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      unscaled = c == '.' ? unscaled : 10 * unscaled + c - '0';
    }
    return text.charAt(0) == '-' ? -unscaled : unscaled;
  }

  private static boolean digits(String text, int start, int point) {
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (i != point && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  /** The shortest plain spelling: no exponent, no trailing zeros, never {@code -0}. */
  public static String plain(BigDecimal value) {
    return normal(value).toPlainString();
  }

  /** The same number without trailing zeros and with a scale of zero or more. */
  public static BigDecimal normal(BigDecimal value) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
