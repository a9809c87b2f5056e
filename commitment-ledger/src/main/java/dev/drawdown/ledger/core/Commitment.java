package dev.drawdown.ledger.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What an account has promised to pay for and may use before overage starts.
 *
 * @param skus units drawn by one hour of each SKU in scope
 * @param regions regions in scope; empty means every region
 * @param classes classes in scope; empty means every class
 * @param gpus GPUs held for the term (CAPACITY), or per hour of each window (POOL); else null
 * @param hours hours of each window of a POOL; null when {@code gpus} says it
 */
public record Commitment(
    String id,
    String account,
    Kind kind,
    SortedMap<String, BigDecimal> skus,
    SortedSet<String> regions,
    Set<UsageClass> classes,
    BigDecimal gpus,
    BigDecimal hours,
    Window window,
    Instant start,
    Instant end,
    int priority,
    String isolation,
    Fee fee,
    List<OverageTier> overage,
    Sla sla) {

  /** How the allowance is counted. */
  public enum Kind {
    CAPACITY,
    POOL
  }

  /** How long an allowance lasts before what is left of it lapses. */
  public enum Window {
    HOUR,
    TERM,
    MONTH,
    QUARTER,
    YEAR,
    CALENDAR_MONTH
  }

  /** What the commitment costs whether or not it is used, in the account's currency. */
  public record Fee(BigDecimal amount, Per per) {
    /** How often the fee is due. */
    public enum Per {
      MONTH,
      QUARTER,
      YEAR,
      TERM
    }
  }

  /** A discount on overage up to a number of hours in a billing period; null means all the rest. */
  public record OverageTier(BigDecimal upToHours, BigDecimal discountPercent) {}

  /** The promised availability and what is credited when it is missed. */
  public record Sla(BigDecimal availabilityPercent, List<Credit> credits) {
    /** The credit due when availability fell below a percentage. */
    public record Credit(BigDecimal belowPercent, BigDecimal creditPercent) {}
  }

  public Commitment {
    boolean capacity = kind == Kind.CAPACITY;
    if (capacity != (window == Window.HOUR)) {
      throw new IllegalArgumentException("exactly CAPACITY commitments have the window HOUR");
    }
    if (skus.isEmpty() || !start.isBefore(end) || (gpus == null) == (hours == null)) {
      throw new IllegalArgumentException("needs skus, start before end, and gpus or hours");
    }
    if (capacity && gpus == null) {
      throw new IllegalArgumentException("CAPACITY is committed in gpus");
    }
    overage = List.copyOf(overage);
  }

  public boolean isActiveIn(Slice slice) {
    return !slice.start().isBefore(start) && !slice.end().isAfter(end);
  }

  public boolean matches(UsageKey key) {
    return skus.containsKey(key.sku())
        && (regions.isEmpty() || regions.contains(key.region()))
        && (classes.isEmpty() || classes.contains(key.usageClass()));
  }

  public boolean hasBegunAt(Instant now) {
    return !start.isAfter(now);
  }

  /** The same commitment with another end. */
  public Commitment endingAt(Instant newEnd) {
    return new Commitment(
        id, account, kind, skus, regions, classes, gpus, hours, window, start, newEnd, priority,
        isolation, fee, overage, sla);
  }
}
