package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/**
 * What billing knows of a commitment: what it grants and when, its fee, what its overage costs and
 * what it promises.
 *
 * @param skus units of the grant that one hour of each SKU in scope takes
 * @param fee null when there is none
 * @param sla null when nothing is promised
 */
public record Commitment(
    String id,
    String description,
    Grant grant,
    SortedMap<String, BigDecimal> skus,
    Instant start,
    Instant end,
    Fee fee,
    List<Tier> overage,
    Sla sla) {

  /**
   * How much is committed: GPUs for the whole term, or hours for each window.
   *
   * @param gpus null where hours are given
   * @param hours null where GPUs are given
   * @param window HOUR, TERM, MONTH, QUARTER, YEAR or CALENDAR_MONTH
   */
  public record Grant(boolean capacity, BigDecimal gpus, BigDecimal hours, String window) {
    public Grant {
      if ((gpus == null) == (hours == null)) {
        throw new IllegalArgumentException("a commitment grants either GPUs or hours");
      }
    }
  }

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

  /** The promised availability, and what is credited when it is missed. */
  public record Sla(BigDecimal availabilityPercent, List<Credit> credits) {
    public Sla {
      credits = List.copyOf(credits);
    }
  }

  /** The percent of the period's fee that is due back below an availability. */
  public record Credit(BigDecimal belowPercent, BigDecimal creditPercent) {}

  public Commitment {
    overage = List.copyOf(overage);
  }
}
