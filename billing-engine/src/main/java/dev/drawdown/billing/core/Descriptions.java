package dev.drawdown.billing.core;

import java.math.BigDecimal;

/** What lines say in words. */
final class Descriptions {
  private Descriptions() {}

  static String of(Line.Kind kind, String sku, String commitment, BigDecimal discountPercent) {
    return switch (kind) {
      case COVERED -> sku + " covered by " + commitment;
      case OVERAGE ->
          discountPercent.signum() == 0
              ? sku + " beyond " + commitment
              : "%s beyond %s, %s %% off"
                  .formatted(sku, commitment, discountPercent.toPlainString());
      case ON_DEMAND -> sku + " on demand";
      case COMMITMENT_FEE, TAX -> throw new IllegalArgumentException(kind + " has no usage");
    };
  }
}
