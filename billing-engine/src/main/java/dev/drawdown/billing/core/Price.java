package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A price per unit from an instant on, until a later price of the same reach takes over.
 *
 * @param region null for every region
 * @param account null for every account
 * @param position the order of registration: of two prices that begin together, the later counts
 */
public record Price(
    String id,
    long position,
    String sku,
    String region,
    String account,
    Currency currency,
    BigDecimal unitPrice,
    Instant effectiveFrom,
    List<TimeOfUse> timeOfUse) {

  /** Another price in some hours of the account's local week; an end of 00:00 is midnight. */
  public record TimeOfUse(Set<DayOfWeek> days, LocalTime from, LocalTime to, BigDecimal unitPrice) {
    boolean covers(ZonedDateTime local) {
      LocalTime time = local.toLocalTime();
      boolean inTime = !time.isBefore(from) && (to.equals(LocalTime.MIDNIGHT) || time.isBefore(to));
      return inTime && days.contains(local.getDayOfWeek());
    }
  }

  public Price {
    timeOfUse = List.copyOf(timeOfUse);
  }

  /** Whether two registrations say the same, whenever they came. */
  public boolean sameAs(Price other) {
    return id.equals(other.id)
        && sku.equals(other.sku)
        && Objects.equals(region, other.region)
        && Objects.equals(account, other.account)
        && currency.equals(other.currency)
        && unitPrice.compareTo(other.unitPrice) == 0
        && effectiveFrom.equals(other.effectiveFrom)
        && timeOfUse.equals(other.timeOfUse);
  }

  /** The unit price for a slice that begins at an instant. */
  public BigDecimal at(Instant sliceStart, ZoneId zone) {
    if (timeOfUse.isEmpty()) {
      return unitPrice;
    }
    ZonedDateTime local = sliceStart.atZone(zone);
    return timeOfUse.stream()
        .filter(window -> window.covers(local))
        .map(TimeOfUse::unitPrice)
        .findFirst()
        .orElse(unitPrice);
  }
}
