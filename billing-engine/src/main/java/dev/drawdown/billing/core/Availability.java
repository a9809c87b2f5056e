package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Commitment.Credit;
import dev.drawdown.billing.core.Line.Kind;
import dev.drawdown.billing.core.Line.Subject;
import dev.drawdown.billing.core.Spans.Span;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is due back for outages: availability is one less the reported outage time of a commitment's
 * GPUs over their committed time in a period. Of the levels below which it fell, the lowest counts.
 */
public final class Availability {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private Availability() {}

  /** The credit line of a commitment for a period, with its evidence, if one is due. */
  static Optional<Line> creditOf(
      Account account, Commitment commitment, Period period, List<Outage> outages) {
    if (commitment.sla() == null || commitment.fee() == null) {
      return Optional.empty();
    }
    Span active = Spans.of(commitment).and(Spans.of(period));
    List<Outage> counted =
        outages.stream()
            .filter(o -> o.commitment().equals(commitment.id()))
            .filter(o -> out(o, active).signum() > 0)
            .sorted(
                Comparator.comparing(Outage::start)
                    .thenComparing(Outage::source)
                    .thenComparing(Outage::id))
            .toList();
    BigDecimal committed = Grants.seconds(account, commitment, Spans.of(period));
    BigDecimal out =
        counted.stream().map(o -> out(o, active)).reduce(BigDecimal.ZERO, BigDecimal::add);
    return levelOf(commitment.sla(), committed, out.min(committed))
        .map(credit -> line(account, commitment, period, credit))
        .filter(line -> line.amount().signum() != 0)
        .map(line -> line.with(counted));
  }

  private static BigDecimal out(Outage outage, Span active) {
    return outage.gpus().multiply(new Span(outage.start(), outage.end()).and(active).seconds());
  }

  /** The lowest level that the availability is below: exact, so without a division. */
  private static Optional<Credit> levelOf(
      Commitment.Sla sla, BigDecimal committed, BigDecimal out) {
    if (committed.signum() == 0) {
      return Optional.empty();
    }
    BigDecimal available = committed.subtract(out).multiply(HUNDRED);
    return sla.credits().stream()
        .filter(c -> available.compareTo(c.belowPercent().multiply(committed)) < 0)
        .min(Comparator.comparing(Credit::belowPercent));
  }

  private static Line line(Account account, Commitment commitment, Period period, Credit credit) {
    BigDecimal fee = Fees.shareOf(account, commitment, period);
    BigDecimal amount =
        Money.roundQuotient(
            fee.multiply(credit.creditPercent()).negate(), HUNDRED, account.currency());
    String description =
        "SLA credit %s %%, availability of %s below %s %%"
            .formatted(
                credit.creditPercent().toPlainString(),
                commitment.id(),
                credit.belowPercent().toPlainString());
    return Line.plain(
        Kind.SLA_CREDIT,
        new Subject(Kind.SLA_CREDIT, null, null, commitment.id()),
        description,
        amount,
        null);
  }
}
