package dev.drawdown.billing.http;

import dev.drawdown.kit.InvalidValue;
import java.time.DateTimeException;
import java.time.YearMonth;

/** Billing periods as callers name them. */
final class Labels {
  private Labels() {}

  /** Reads a label such as 2026-03. */
  static YearMonth month(String text) {
    try {
      YearMonth month = YearMonth.parse(text);
      if (month.getYear() >= 2000 && month.getYear() <= 2100) {
        return month;
      }
    } catch (DateTimeException e) {
      // said below, together with years that are out of range
    }
    throw new InvalidValue("must be a month such as 2026-03");
  }
}
