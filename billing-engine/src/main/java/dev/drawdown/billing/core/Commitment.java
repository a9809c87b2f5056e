package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** What billing knows of a commitment: its term, its fee and what its overage costs. */
public record Commitment(
    String id, String description, Instant start, Instant end, Fee fee, List<Tier> overage) {

  /** Amount in the account's currency, and how often it is due. */
  public record Fee(BigDecimal amount, Per per) {
    /** How often a fee is due. */
    public enum Per {
      MONTH(1),
      QUARTER(3),
      YEAR(12),
      TERM(0);

      private final int months;

      Per(int months) {
        this.months = months;
      }

      /** Months from one due date to the next; zero for a fee that is due once. */
      int months() {
        return months;
      }
    }
  }

  /** A discount up to a number of hours in a billing period; null hours mean all the rest. */
  public record Tier(BigDecimal upToHours, BigDecimal discountPercent) {}

  public Commitment {
    overage = List.copyOf(overage);
  }
}
