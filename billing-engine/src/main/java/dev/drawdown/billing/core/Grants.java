package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Spans.Span;
import dev.drawdown.kit.Months;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;

/** The windows in which a commitment grants hours: each lapses at its end. */
final class Grants {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
  private static final int SCALE = 18;

  /** A window as far as the term reaches, and the unit-seconds it grants. */
  record Window(Span span, BigDecimal granted) {}

  private Grants() {}

  /** The window that holds an instant inside the term. */
  static Window at(Account account, Commitment commitment, Instant instant) {
    Span whole = whole(account, commitment, instant);
    Span active = whole.and(Spans.of(commitment));
    Commitment.Grant grant = commitment.grant();
    if (grant.gpus() != null) {
      return new Window(active, grant.gpus().multiply(active.seconds()));
    }
    BigDecimal full = grant.hours().multiply(SECONDS_PER_HOUR);
    if (!grant.window().equals("CALENDAR_MONTH")) {
      return new Window(active, full);
    }
    BigDecimal part = full.multiply(active.seconds());
    return new Window(active, part.divide(whole.seconds(), SCALE, RoundingMode.FLOOR));
  }

  private static Span whole(Account account, Commitment commitment, Instant instant) {
    return switch (commitment.grant().window()) {
      case "HOUR" -> span(Months.hourOf(instant, account.zone()));
      case "MONTH" -> counted(account, commitment, 1, instant);
      case "QUARTER" -> counted(account, commitment, 3, instant);
      case "YEAR" -> counted(account, commitment, 12, instant);
      case "CALENDAR_MONTH" -> Spans.of(account.periodOf(instant));
      default -> Spans.of(commitment);
    };
  }

  private static Span counted(Account account, Commitment commitment, int months, Instant instant) {
    return span(Months.counted(commitment.start(), months, account.zone(), instant));
  }

  private static Span span(Months.Range range) {
    return new Span(range.start(), range.end());
  }

  /** Unit-seconds granted in a stretch; of a pool, the part of its windows that lies in it. */
  static BigDecimal seconds(Account account, Commitment commitment, Span stretch) {
    Span active = Spans.of(commitment).and(stretch);
    Commitment.Grant grant = commitment.grant();
    if (grant.gpus() != null) {
      return grant.gpus().multiply(active.seconds());
    }
    BigDecimal sum = BigDecimal.ZERO;
    Instant at = active.start();
    while (at.isBefore(active.end())) {
      Span whole = whole(account, commitment, at);
      BigDecimal full = grant.hours().multiply(SECONDS_PER_HOUR);
      sum = sum.add(Spans.share(full, List.of(whole), active));
      at = whole.end();
    }
    return sum;
  }
}
