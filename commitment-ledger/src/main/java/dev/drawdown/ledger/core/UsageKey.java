package dev.drawdown.ledger.core;

import java.util.Comparator;

/**
 * What usage is told apart by inside a slice. The natural order is the order of drawing: reserved
 * before elastic, then SKU, then region (empty when the event named none).
 */
public record UsageKey(UsageClass usageClass, String sku, String region)
    implements Comparable<UsageKey> {
  private static final Comparator<UsageKey> ORDER =
      Comparator.comparing(UsageKey::usageClass)
          .thenComparing(UsageKey::sku)
          .thenComparing(UsageKey::region);

  @Override
  public int compareTo(UsageKey other) {
    return ORDER.compare(this, other);
  }
}
