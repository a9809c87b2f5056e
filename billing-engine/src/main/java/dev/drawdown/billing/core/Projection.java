package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Where the running period's usage cost is heading: what it has come to, and that plus the time
 * left at the rate of the last seven days (of the period so far while it is younger).
 *
 * @param toDate rounded to the minor unit
 * @param projected at the period's end
 * @param perHour the rate, 6 decimals
 */
public record Projection(
    String period, Instant periodEnd, BigDecimal toDate, BigDecimal projected, BigDecimal perHour) {
  private static final Duration RECENT = Duration.ofDays(7);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
  private static final int SCALE = 18;

  /** Projects from the priced pieces of the period that holds {@code now}. */
  public static Projection of(
      Account account, Period period, List<Pricing.Piece> pieces, Instant now) {
    Instant since = now.minus(RECENT).isAfter(period.start()) ? now.minus(RECENT) : period.start();
    BigDecimal toDate = BigDecimal.ZERO;
    BigDecimal recent = BigDecimal.ZERO;
    for (Pricing.Piece piece : pieces) {
      BigDecimal cost = piece.cost();
      toDate = toDate.add(cost);
      recent = piece.sliceStart().isBefore(since) ? recent : recent.add(cost);
    }
    BigDecimal elapsed = new Spans.Span(since, now).seconds();
    BigDecimal perSecond =
        elapsed.signum() == 0
            ? BigDecimal.ZERO
            : recent.divide(elapsed, SCALE, RoundingMode.HALF_UP);
    BigDecimal left = new Spans.Span(now, period.end()).seconds();
    return new Projection(
        period.label().toString(),
        period.end(),
        Money.round(toDate, account.currency()),
        Money.round(toDate.add(perSecond.multiply(left)), account.currency()),
        perSecond.multiply(SECONDS_PER_HOUR).setScale(6, RoundingMode.HALF_UP));
  }
}
