package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * What an account's period costs so far, on {@link Topics#CHARGE}: a whole picture, not a change.
 *
 * @param sequence grows with every picture of the account; a smaller one than known is old news
 * @param usageCost overage, on-demand and other SKUs net of discount, without fees and tax
 * @param total everything, with fees and tax
 */
public record ChargeChanged(
    String account,
    String period,
    Instant start,
    Instant end,
    String currency,
    long sequence,
    BigDecimal usageCost,
    BigDecimal total,
    List<Sku> skus) {

  /** The part of one SKU: the exact quantity times 3600, and what it costs. */
  public record Sku(String sku, BigDecimal unitSeconds, BigDecimal cost) {}
}
