package dev.drawdown.kit;

import java.nio.charset.StandardCharsets;

/** What a text from outside may hold. Each check throws {@link InvalidValue}. */
public final class Texts {
  private static final int MAX_ID_BYTES = 256;
  private static final int MAX_SLUG = 63;

  private Texts() {}

  /** An id: 1 to 256 bytes of UTF-8 without control characters or lone surrogates. */
  public static String id(String text) {
    if (text == null || text.isEmpty()) {
      throw new InvalidValue("is required");
    }
    clean(text);
    // a character of UTF-16 is at most three bytes of UTF-8
    if (3 * text.length() > MAX_ID_BYTES
        && text.getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES) {
      throw new InvalidValue("is longer than 256 bytes");
    }
    return text;
  }

  /** A slug such as an account's id: {@code [a-z0-9][a-z0-9._-]{0,62}}. */
  public static String slug(String text) {
    if (text == null || text.isEmpty()) {
      throw new InvalidValue("is required");
    }
    if (!isSlug(text)) {
      throw new InvalidValue("must match [a-z0-9][a-z0-9._-]{0,62}");
    }
    return text;
  }

  private static boolean isSlug(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean inside = c == '.' || c == '_' || c == '-';
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || inside && i > 0)) {
        return false;
      }
    }
    return text.length() <= MAX_SLUG;
  }

  /** Any text up to a number of characters (code points), without control characters. */
  public static String upTo(int characters, String text) {
    clean(text);
    if (text.codePointCount(0, text.length()) > characters) {
      throw new InvalidValue("is longer than " + characters + " characters");
    }
    return text;
  }

  private static void clean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        throw new InvalidValue("has a control character at position %d".formatted(i));
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new InvalidValue("has a lone surrogate at position %d".formatted(i));
      }
    }
  }
}
