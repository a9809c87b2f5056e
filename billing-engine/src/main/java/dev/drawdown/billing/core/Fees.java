package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Kind;
import dev.drawdown.billing.core.Line.Subject;
import dev.drawdown.billing.core.Spans.Span;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
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

  /**
   * The part of a commitment's fee that belongs to a period, however it is paid: of a YEAR fee the
   * part of the year that lies in it. Exact for MONTH but for the last of 18 decimals.
   */
  public static BigDecimal shareOf(Account account, Commitment commitment, Period period) {
    Commitment.Fee fee = commitment.fee();
    if (fee == null) {
      return BigDecimal.ZERO;
    }
    Span active = Spans.of(commitment).and(Spans.of(period));
    if (fee.per() == Commitment.Fee.Per.MONTH) {
      return Spans.share(fee.amount(), List.of(Spans.of(period)), active);
    }
    List<Span> windows =
        Spans.windows(commitment, fee.per().months(), account.zone(), Spans.of(period));
    return Spans.share(fee.amount(), windows, active);
  }

  /**
   * Unit-seconds that the fee of a period buys: those of the period, or of the quarters, years or
   * the term that begin in it.
   */
  static BigDecimal boughtSeconds(Account account, Commitment commitment, Period period) {
    Span stretch = Spans.of(period);
    if (commitment.fee().per() == Commitment.Fee.Per.MONTH) {
      return Grants.seconds(account, commitment, stretch);
    }
    BigDecimal sum = BigDecimal.ZERO;
    int months = commitment.fee().per().months();
    for (Span window : Spans.windows(commitment, months, account.zone(), stretch)) {
      if (period.contains(window.start())) {
        sum = sum.add(Grants.seconds(account, commitment, window));
      }
    }
    return sum;
  }

  private static Optional<Line> monthly(Account account, Commitment commitment, Period period) {
    Span active = Spans.of(commitment).and(Spans.of(period));
    if (active.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal part = active.seconds();
    BigDecimal all = Spans.of(period).seconds();
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
    Instant until = Spans.of(commitment).and(Spans.of(period)).end();
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
    return Line.priced(
        new Subject(Kind.COMMITMENT_FEE, null, null, commitment.id()),
        "Commitment " + commitment.id() + ": " + commitment.description(),
        quantity,
        commitment.fee().per().name(),
        Money.unitPrice(commitment.fee().amount(), account.currency()),
        BigDecimal.ZERO,
        amount,
        amount);
  }
}
