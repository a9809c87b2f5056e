package dev.drawdown.billing.http;

import dev.drawdown.kit.InvalidValue;
import java.util.Currency;

/** Currencies as callers name them. */
final class Currencies {
  private Currencies() {}

  /** Reads an ISO 4217 code of a currency that has a minor unit. */
  static Currency read(String code) {
    for (Currency known : Currency.getAvailableCurrencies()) {
      if (known.getCurrencyCode().equals(code) && known.getDefaultFractionDigits() >= 0) {
        return known;
      }
    }
    throw new InvalidValue("must be an ISO 4217 currency code");
  }
}
