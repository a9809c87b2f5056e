package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Spans.Span;
import dev.drawdown.kit.Months;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/**
 * A commitment's fee spread evenly over the time it is paid for. It is reckoned as a sum up to an
 * instant, so the parts of adjoining stretches add up to exactly what was charged.
 */
public final class Amortisation {
  /** Decimals of a part. */
  static final int SCALE = 10;

  private record Charge(Span span, BigDecimal amount) {}

  private final List<Charge> charges = new ArrayList<>();

  public Amortisation(Account account, Commitment commitment) {
    if (commitment.fee() == null) {
      return;
    }
    Span term = Spans.of(commitment);
    if (commitment.fee().per() == Commitment.Fee.Per.MONTH) {
      addMonths(account, commitment, term);
    } else {
      BigDecimal amount = Money.round(commitment.fee().amount(), account.currency());
      Spans.windows(commitment, commitment.fee().per().months(), account.zone(), term)
          .forEach(window -> charges.add(new Charge(window.and(term), amount)));
    }
  }

  private void addMonths(Account account, Commitment commitment, Span term) {
    YearMonth label = Months.labelOf(term.start(), account.zone(), account.billingDay());
    Period period = account.period(label);
    while (period.start().isBefore(term.end())) {
      Span span = Spans.of(period).and(term);
      Fees.lineOf(account, commitment, period)
          .ifPresent(line -> charges.add(new Charge(span, line.amount())));
      label = label.plusMonths(1);
      period = account.period(label);
    }
  }

  /** What belongs to {@code [start, end)}; 10 decimals. */
  public BigDecimal between(Instant start, Instant end) {
    return upTo(end).subtract(upTo(start));
  }

  private BigDecimal upTo(Instant instant) {
    BigDecimal sum = BigDecimal.ZERO.setScale(SCALE);
    for (Charge charge : charges) {
      if (!charge.span().end().isAfter(instant)) {
        sum = sum.add(charge.amount());
      } else if (charge.span().start().isBefore(instant)) {
        Span done = charge.span().and(new Span(charge.span().start(), instant));
        sum =
            sum.add(
                charge
                    .amount()
                    .multiply(done.seconds())
                    .divide(charge.span().seconds(), SCALE, RoundingMode.HALF_UP));
      }
    }
    return sum;
  }
}
