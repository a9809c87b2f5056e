package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What usage costs, for budgets: overage, on-demand and other SKUs, without fees and tax. */
public final class Charges {
  /** One SKU's part; the quantity is exact, in unit-seconds. */
  public record Sku(String sku, BigDecimal unitSeconds, BigDecimal cost) {}

  private Charges() {}

  public static BigDecimal usageCost(Rating.Result result) {
    BigDecimal cost = BigDecimal.ZERO;
    for (Line line : result.lines()) {
      cost = isUsage(line) ? cost.add(line.amount()) : cost;
    }
    return cost;
  }

  public static List<Sku> bySku(List<BookedUsage> usage, Rating.Result result) {
    Map<String, BigDecimal> seconds = new TreeMap<>();
    usage.forEach(u -> seconds.merge(u.sku(), u.unitSeconds(), BigDecimal::add));
    Map<String, BigDecimal> cost = new TreeMap<>();
    result.lines().stream()
        .filter(Charges::isUsage)
        .forEach(line -> cost.merge(line.sku(), line.amount(), BigDecimal::add));
    List<Sku> skus = new ArrayList<>();
    seconds.forEach(
        (sku, quantity) ->
            skus.add(new Sku(sku, quantity, cost.getOrDefault(sku, BigDecimal.ZERO))));
    return skus;
  }

  private static boolean isUsage(Line line) {
    return line.kind() == Line.Kind.OVERAGE || line.kind() == Line.Kind.ON_DEMAND;
  }
}
