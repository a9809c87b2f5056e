package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * What one resource took of one place of the books, as the ledger attributes it.
 *
 * @param event null when the ledger did not tell
 * @param resource null when the usage named none
 * @param labels a JSON object; null when there are none
 * @param usage the place with the quantity the resource took
 */
public record Share(Instant end, Event event, String resource, String labels, BookedUsage usage) {
  /** Which event of the account it was. */
  public record Event(String source, String id) {}

  public BigDecimal seconds() {
    return usage.unitSeconds();
  }
}
