package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Optional;

/** Which fee of a commitment belongs to a period, and how much of it. */
public final class Fees {
  private Fees() {}

  /**
   * The fee line of a commitment for a period, if any. A MONTH fee is prorated by exact time;
   * others are charged whole in the period in which the term, year or quarter begins.
   */
  public static Optional<Line> lineOf(Account account, Commitment commitment, Period period) {
    Commitment.Fee fee = commitment.fee();
    if (fee == null || fee.amount().signum() == 0) {
      return Optional.empty();
    }
    return fee.per() == Commitment.Fee.Per.MONTH
        ? monthly(account, commitment, period)
        : whole(account, commitment, period);
  }

  private static Optional<Line> monthly(Account account, Commitment commitment, Period period) {
    Instant from = later(commitment.start(), period.start());
    Instant to = earlier(commitment.end(), period.end());
    if (!from.isBefore(to)) {
      return Optional.empty();
    }
    BigDecimal part = seconds(from, to);
    BigDecimal all = seconds(period.start(), period.end());
    BigDecimal exact = commitment.fee().amount().multiply(part);
    BigDecimal amount = Money.roundQuotient(exact, all, account.currency());
    return Optional.of(
        line(account, commitment, part.divide(all, 6, RoundingMode.HALF_UP), amount));
  }

  private static Optional<Line> whole(Account account, Commitment commitment, Period period) {
    int times = beginnings(account, commitment, period);
    if (times == 0) {
      return Optional.empty();
    }
    BigDecimal quantity = BigDecimal.valueOf(times).setScale(6);
    BigDecimal exact = commitment.fee().amount().multiply(BigDecimal.valueOf(times));
    return Optional.of(line(account, commitment, quantity, Money.round(exact, account.currency())));
  }

  /**
   * How many terms, years or quarters begin in the period, reckoned from the commitment's start.
   */
  private static int beginnings(Account account, Commitment commitment, Period period) {
    int step = commitment.fee().per().months();
    if (step == 0) {
      return period.contains(commitment.start()) ? 1 : 0;
    }
    ZonedDateTime anchor = commitment.start().atZone(account.zone());
    Instant until = earlier(commitment.end(), period.end());
    int count = 0;
    Instant begin = commitment.start();
    for (int i = 1; begin.isBefore(until); i++) {
      count += period.contains(begin) ? 1 : 0;
      begin = anchor.plusMonths((long) step * i).toInstant();
    }
    return count;
  }

  private static Line line(
      Account account, Commitment commitment, BigDecimal quantity, BigDecimal amount) {
    return new Line(
        Line.Kind.COMMITMENT_FEE,
        "Commitment " + commitment.id() + ": " + commitment.description(),
        null,
        null,
        commitment.id(),
        quantity,
        commitment.fee().per().name(),
        Money.unitPrice(commitment.fee().amount(), account.currency()),
        BigDecimal.ZERO,
        amount,
        Money.zero(account.currency()),
        amount);
  }

  private static BigDecimal seconds(Instant from, Instant to) {
    Duration length = Duration.between(from, to);
    return BigDecimal.valueOf(length.getSeconds(), 0).add(BigDecimal.valueOf(length.getNano(), 9));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
