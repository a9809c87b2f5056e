package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;

/**
 * The sum of the postings of one place in the ledger's books.
 *
 * @param commitment whose draw or overage it is; empty for on-demand
 * @param unitSeconds the exact quantity times 3600
 */
public record BookedUsage(
    Instant sliceStart,
    String usageClass,
    String sku,
    String region,
    Kind kind,
    String commitment,
    BigDecimal unitSeconds)
    implements Comparable<BookedUsage> {

  /** What the ledger made of the usage. */
  public enum Kind {
    DRAW,
    OVERAGE,
    ON_DEMAND
  }

  /** Time first; inside a slice the ledger's order, in which reserved comes before elastic. */
  private static final Comparator<BookedUsage> ORDER =
      Comparator.comparing(BookedUsage::sliceStart)
          .thenComparing(BookedUsage::usageClass, Comparator.reverseOrder())
          .thenComparing(BookedUsage::sku)
          .thenComparing(BookedUsage::region)
          .thenComparing(BookedUsage::kind)
          .thenComparing(BookedUsage::commitment);

  /** The same place with another quantity. */
  public BookedUsage with(BigDecimal seconds) {
    return new BookedUsage(sliceStart, usageClass, sku, region, kind, commitment, seconds);
  }

  @Override
  public int compareTo(BookedUsage other) {
    return ORDER.compare(this, other);
  }
}
