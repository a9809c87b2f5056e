package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What usage costs, for budgets: overage, on-demand and other SKUs, without fees and tax. */
public final class Charges {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** One SKU's part; hours with 18 decimals, cut, so that a threshold is never reached early. */
  public record Sku(String sku, BigDecimal hours, BigDecimal cost) {}

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
            skus.add(
                new Sku(
                    sku,
                    quantity.divide(SECONDS_PER_HOUR, 18, RoundingMode.DOWN),
                    cost.getOrDefault(sku, BigDecimal.ZERO))));
    return skus;
  }

  private static boolean isUsage(Line line) {
    return line.kind() == Line.Kind.OVERAGE || line.kind() == Line.Kind.ON_DEMAND;
  }
}
