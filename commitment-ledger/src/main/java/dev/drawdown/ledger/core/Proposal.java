package dev.drawdown.ledger.core;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** A commitment as it is asked for: its end may be a term, counted in the account's zone. */
public record Proposal(
    String id,
    String account,
    Commitment.Kind kind,
    SortedMap<String, BigDecimal> skus,
    SortedSet<String> regions,
    Set<UsageClass> classes,
    BigDecimal gpus,
    BigDecimal hours,
    Commitment.Window window,
    Instant start,
    Instant end,
    Period term,
    int priority,
    String isolation,
    Commitment.Fee fee,
    List<Commitment.OverageTier> overage,
    Commitment.Sla sla) {

  /** Windows may reach a year beyond a term's end; all of it stays in years that can be read. */
  private static final Instant LAST_END = Instant.parse("2100-01-01T00:00:00Z");

  /** The commitment, or everything that is wrong with the proposal. */
  public Outcome<Commitment> in(ZoneId zone) {
    Fields fields = new Fields();
    boolean capacity = kind == Commitment.Kind.CAPACITY;
    fields.require((end == null) != (term == null), "term", "exactly one of term and end");
    if (capacity) {
      fields.require(gpus != null, "gpus", "is required for CAPACITY");
      fields.require(hours == null, "hours", "belongs to POOL");
      fields.require(
          window == null || window == Commitment.Window.HOUR, "window", "belongs to POOL");
    } else {
      fields.require((gpus == null) != (hours == null), "hours", "exactly one of hours and gpus");
      fields.require(window != Commitment.Window.HOUR, "window", "HOUR belongs to CAPACITY");
    }
    Instant ends = end;
    if (fields.areValid() && term != null) {
      ends = endOf(zone, fields);
    }
    fields.require(ends == null || start.isBefore(ends), "end", "must be after start");
    fields.require(
        ends == null || !ends.isAfter(LAST_END), "end", "must not be after the year 2099");
    requireTiers(fields);
    if (!fields.areValid()) {
      return fields.refusal();
    }
    Commitment.Window counted =
        capacity ? Commitment.Window.HOUR : window == null ? Commitment.Window.TERM : window;
    return Outcome.done(
        new Commitment(
            id, account, kind, skus, regions, classes, gpus, hours, counted, start, ends, priority,
            isolation, fee, overage, sla));
  }

  private Instant endOf(ZoneId zone, Fields fields) {
    try {
      return start.atZone(zone).plus(term).toInstant();
    } catch (DateTimeException | ArithmeticException e) {
      fields.require(false, "term", "is too long");
      return null;
    }
  }

  /** Tiers rise, and only the last one may be open. */
  private void requireTiers(Fields fields) {
    BigDecimal before = BigDecimal.ZERO;
    for (int i = 0; i < overage.size(); i++) {
      BigDecimal upTo = overage.get(i).upToHours();
      String field = "overage[" + i + "].upToHours";
      if (upTo == null) {
        fields.require(i == overage.size() - 1, field, "may be absent in the last tier only");
      } else {
        fields.require(upTo.compareTo(before) > 0, field, "must be more than the tier before");
        before = upTo;
      }
    }
  }
}
