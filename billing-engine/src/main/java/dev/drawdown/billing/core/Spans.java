package dev.drawdown.billing.core;

import dev.drawdown.kit.Months;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Half-open stretches of time, and how much of one lies in another. */
final class Spans {
  private static final int SCALE = 18;

  /** From start up to end; empty when the end is not after the start. */
  record Span(Instant start, Instant end) {
    Span and(Span other) {
      return new Span(
          start.isAfter(other.start) ? start : other.start,
          end.isBefore(other.end) ? end : other.end);
    }

    boolean isEmpty() {
      return !start.isBefore(end);
    }

    /** Exact; zero when empty. */
    BigDecimal seconds() {
      if (isEmpty()) {
        return BigDecimal.ZERO;
      }
      Duration length = Duration.between(start, end);
      return BigDecimal.valueOf(length.getSeconds()).add(BigDecimal.valueOf(length.getNano(), 9));
    }
  }

  private Spans() {}

  static Span of(Period period) {
    return new Span(period.start(), period.end());
  }

  static Span of(Commitment commitment) {
    return new Span(commitment.start(), commitment.end());
  }

  /**
   * The windows of so many months, counted from a commitment's start, that overlap a stretch; of no
   * months, the whole term.
   */
  static List<Span> windows(Commitment commitment, int months, ZoneId zone, Span stretch) {
    Span term = of(commitment);
    Span overlap = term.and(stretch);
    if (overlap.isEmpty()) {
      return List.of();
    }
    if (months == 0) {
      return List.of(term);
    }
    List<Span> windows = new ArrayList<>();
    Instant at = overlap.start();
    while (at.isBefore(overlap.end())) {
      Months.Range window = Months.counted(commitment.start(), months, zone, at);
      windows.add(new Span(window.start(), window.end()));
      at = window.end();
    }
    return windows;
  }

  /** An amount for each of some windows, as far as they lie in a stretch. */
  static BigDecimal share(BigDecimal each, List<Span> windows, Span stretch) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Span window : windows) {
      BigDecimal part = each.multiply(window.and(stretch).seconds());
      sum = sum.add(part.divide(window.seconds(), SCALE, RoundingMode.HALF_UP));
    }
    return sum;
  }
}
