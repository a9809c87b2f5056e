package dev.drawdown.alerting.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Page;

/** Reads the position inside a cursor of a list that is ordered by position. */
final class Cursors {
  private Cursors() {}

  static long position(Fields fields, Page.Request page) {
    Long position = fields.optional("after", page.after(), 0L, Cursors::position);
    return position == null ? 0 : position;
  }

  private static long position(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw new InvalidValue("is not a cursor of this list");
    }
    return Long.parseLong(text);
  }
}
