package dev.drawdown.ledger.core;

import dev.drawdown.kit.Months;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** An account's clock: its billing zone and the day on which its billing months begin. */
public record Calendar(ZoneId zone, int billingDay) {
  private static final long HOUR = 3600;

  public Calendar {
    if (billingDay < 1 || billingDay > 31) {
      throw new IllegalArgumentException("billingDay must be 1 to 31: " + billingDay);
    }
  }

  /**
   * The hour of the local clock that holds an instant. A clock change that does not fall on a full
   * hour ends an hour early and begins the next one, so that no hour straddles it.
   */
  public Slice hourOf(Instant instant) {
    ZoneRules rules = zone.getRules();
    ZoneOffset offset = rules.getOffset(instant);
    long shift = offset.getTotalSeconds();
    long local = Math.floorDiv(instant.getEpochSecond() + shift, HOUR) * HOUR;
    Instant start = Instant.ofEpochSecond(local - shift);
    Instant end = start.plusSeconds(HOUR);
    if (!rules.isFixedOffset()) {
      if (!rules.getOffset(start).equals(offset)) {
        start = rules.previousTransition(instant.plusNanos(1)).getInstant();
      }
      ZoneOffsetTransition next = rules.nextTransition(instant);
      if (next != null && next.getInstant().isBefore(end)) {
        end = next.getInstant();
      }
    }
    return new Slice(start, end);
  }

  /** The billing period that holds an instant. */
  public Months.Range billingPeriodOf(Instant instant) {
    return Months.of(Months.labelOf(instant, zone, billingDay), zone, billingDay);
  }
}
