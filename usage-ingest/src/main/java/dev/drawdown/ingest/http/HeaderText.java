package dev.drawdown.ingest.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** CloudEvents attribute values as HTTP headers carry them: percent-encoded UTF-8. */
final class HeaderText {
  private HeaderText() {}

  /** Decodes; a percent sign without two hex digits stands for itself. */
  static String decode(String header) {
    if (header.indexOf('%') < 0) {
      return header;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      int high = c == '%' && i + 2 <= header.length() - 1 ? digit(header, i + 1) : -1;
      int low = high < 0 ? -1 : digit(header, i + 2);
      if (low >= 0) {
        bytes.write(high * 16 + low);
        i += 2;
      } else {
        byte[] plain = String.valueOf(c).getBytes(StandardCharsets.UTF_8);
        bytes.write(plain, 0, plain.length);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static int digit(String text, int index) {
    return Character.digit(text.charAt(index), 16);
  }
}
