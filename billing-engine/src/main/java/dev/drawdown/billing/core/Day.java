package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Spans.Span;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One day of a billing period in hours of use, for people to look at; 6 decimals.
 *
 * @param committed what CAPACITY commitments held ready, in units; pools are not held by the day
 * @param lapsed the part of {@code committed} that nobody used
 */
public record Day(
    LocalDate day,
    BigDecimal committed,
    BigDecimal drawn,
    BigDecimal overage,
    BigDecimal onDemand,
    BigDecimal lapsed) {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** Unit-seconds of a day, while they are added up. */
  private static final class Sums {
    private BigDecimal committed = BigDecimal.ZERO;
    private BigDecimal drawnUnits = BigDecimal.ZERO;
    private BigDecimal drawn = BigDecimal.ZERO;
    private BigDecimal overage = BigDecimal.ZERO;
    private BigDecimal onDemand = BigDecimal.ZERO;

    private void add(BookedUsage usage, Commitment commitment) {
      switch (usage.kind()) {
        case DRAW -> {
          drawn = drawn.add(usage.unitSeconds());
          if (commitment != null && commitment.grant().capacity()) {
            BigDecimal weight = commitment.skus().getOrDefault(usage.sku(), BigDecimal.ONE);
            drawnUnits = drawnUnits.add(usage.unitSeconds().multiply(weight));
          }
        }
        case OVERAGE -> overage = overage.add(usage.unitSeconds());
        case ON_DEMAND -> onDemand = onDemand.add(usage.unitSeconds());
      }
    }

    private Day at(LocalDate day) {
      BigDecimal lapsed = committed.subtract(drawnUnits).max(BigDecimal.ZERO);
      return new Day(
          day, hours(committed), hours(drawn), hours(overage), hours(onDemand), hours(lapsed));
    }
  }

  /** The days of a period in the account's zone. */
  public static List<Day> of(
      Account account, Period period, List<BookedUsage> usage, List<Commitment> commitments) {
    Map<String, Commitment> byId = new HashMap<>();
    commitments.forEach(c -> byId.put(c.id(), c));
    Map<LocalDate, Sums> sums = new HashMap<>();
    for (BookedUsage u : usage) {
      LocalDate day = u.sliceStart().atZone(account.zone()).toLocalDate();
      sums.computeIfAbsent(day, d -> new Sums()).add(u, byId.get(u.commitment()));
    }
    List<Day> days = new ArrayList<>();
    LocalDate day = period.start().atZone(account.zone()).toLocalDate();
    LocalDate end = period.end().atZone(account.zone()).toLocalDate();
    for (; day.isBefore(end); day = day.plusDays(1)) {
      Sums of = sums.computeIfAbsent(day, d -> new Sums());
      of.committed = committed(account, day, commitments);
      days.add(of.at(day));
    }
    return days;
  }

  private static BigDecimal committed(
      Account account, LocalDate day, List<Commitment> commitments) {
    Span span =
        new Span(
            day.atStartOfDay(account.zone()).toInstant(),
            day.plusDays(1).atStartOfDay(account.zone()).toInstant());
    BigDecimal seconds = BigDecimal.ZERO;
    for (Commitment c : commitments) {
      if (c.grant().capacity()) {
        seconds = seconds.add(c.grant().gpus().multiply(Spans.of(c).and(span).seconds()));
      }
    }
    return seconds;
  }

  private static BigDecimal hours(BigDecimal seconds) {
    return seconds.divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP);
  }
}
