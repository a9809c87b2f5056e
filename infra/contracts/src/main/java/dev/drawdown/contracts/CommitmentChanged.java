package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * A commitment as it stands now, on {@link Topics#COMMITMENT}.
 *
 * @param version grows by one with every change; a smaller one than known is old news
 * @param skus units drawn by one hour of each SKU in scope
 * @param window HOUR for CAPACITY; TERM, MONTH, QUARTER, YEAR or CALENDAR_MONTH for POOL
 */
public record CommitmentChanged(
    String id,
    long version,
    String account,
    String kind,
    SortedMap<String, BigDecimal> skus,
    SortedSet<String> regions,
    SortedSet<String> classes,
    BigDecimal gpus,
    BigDecimal hours,
    String window,
    Instant start,
    Instant end,
    int priority,
    String isolation,
    Fee fee,
    List<OverageTier> overage,
    Sla sla) {

  /** Amount in the account's currency for each MONTH, QUARTER, YEAR or TERM. */
  public record Fee(BigDecimal amount, String per) {}

  /** A discount up to a number of hours in a billing period; null hours mean all the rest. */
  public record OverageTier(BigDecimal upToHours, BigDecimal discountPercent) {}

  /** The promised availability and the credits due below it. */
  public record Sla(BigDecimal availabilityPercent, List<Credit> credits) {}

  /** The percent of the fee credited when availability fell below a percentage. */
  public record Credit(BigDecimal belowPercent, BigDecimal creditPercent) {}
}
