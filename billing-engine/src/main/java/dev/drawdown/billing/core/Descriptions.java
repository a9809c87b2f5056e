package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Subject;
import java.math.BigDecimal;

/** What lines say in words. */
final class Descriptions {
  private Descriptions() {}

  static String of(Subject of) {
    return switch (of.charge()) {
      case COMMITMENT_FEE -> "fee of " + of.commitment();
      case COVERED -> of.sku() + " covered by " + of.commitment();
      case OVERAGE -> of.sku() + " beyond " + of.commitment();
      case ON_DEMAND -> of.sku() + " on demand";
      case SLA_CREDIT -> "SLA credit for " + of.commitment();
      case CORRECTION, TAX -> throw new IllegalArgumentException(of + " is not charged for");
    };
  }

  static String of(Subject of, BigDecimal discountPercent) {
    return discountPercent.signum() == 0
        ? of(of)
        : "%s, %s %% off".formatted(of(of), discountPercent.toPlainString());
  }
}
