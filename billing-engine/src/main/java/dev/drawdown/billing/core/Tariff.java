package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The prices that apply to one account: its own win, then the region's, then the latest in force.
 */
public final class Tariff {
  private static final Comparator<Price> PREFERENCE =
      Comparator.comparing((Price p) -> p.account() == null)
          .thenComparing(p -> p.region() == null)
          .thenComparing(Price::effectiveFrom, Comparator.reverseOrder())
          .thenComparing(Price::position, Comparator.reverseOrder());

  private final Account account;
  private final Map<String, List<Price>> bySku = new HashMap<>();

  public Tariff(Account account, List<Price> prices) {
    this.account = account;
    for (Price price : prices) {
      boolean reaches = price.account() == null || price.account().equals(account.id());
      if (reaches && price.currency().equals(account.currency())) {
        bySku.computeIfAbsent(price.sku(), sku -> new ArrayList<>()).add(price);
      }
    }
    bySku.values().forEach(list -> list.sort(PREFERENCE));
  }

  /** The list price for a slice, or nothing when none is in force. */
  public Optional<BigDecimal> unitPrice(String sku, String region, Instant sliceStart) {
    for (Price price : bySku.getOrDefault(sku, List.of())) {
      boolean reaches = price.region() == null || price.region().equals(region);
      if (reaches && !price.effectiveFrom().isAfter(sliceStart)) {
        return Optional.of(price.at(sliceStart, account.zone()));
      }
    }
    return Optional.empty();
  }
}
