package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A commitment's windows as a period goes through them: what each grants, what was used of it, and
 * the fee spread over both.
 */
final class CommittedTime {
  /** What of a window lapsed, and the part of the fee that was paid for it. */
  record Unused(Instant start, Instant end, BigDecimal units, BigDecimal effective) {}

  private final Account account;
  private final Commitment commitment;
  private final Period period;
  private final Amortisation fee;
  private Grants.Window window;
  private BigDecimal used;

  /**
   * @param drawnBefore unit-seconds drawn before the period in the window in which it begins
   */
  CommittedTime(Account account, Commitment commitment, Period period, BigDecimal drawnBefore) {
    this.account = account;
    this.commitment = commitment;
    this.period = period;
    this.fee = new Amortisation(account, commitment);
    Instant start =
        commitment.start().isAfter(period.start()) ? commitment.start() : period.start();
    boolean active = start.isBefore(period.end()) && start.isBefore(commitment.end());
    this.window = active ? Grants.at(account, commitment, start) : null;
    this.used = drawnBefore;
  }

  Commitment commitment() {
    return commitment;
  }

  /** Windows that end at or before an instant, with what lapsed in them. */
  List<Unused> endingBefore(Instant instant) {
    List<Unused> unused = new ArrayList<>();
    while (window != null && !window.span().end().isAfter(instant)) {
      BigDecimal left = window.granted().subtract(used);
      if (left.signum() > 0) {
        Instant start =
            window.span().start().isBefore(period.start()) ? period.start() : window.span().start();
        unused.add(new Unused(start, window.span().end(), left, cost(used, window.granted())));
      }
      Instant next = window.span().end();
      boolean more = next.isBefore(commitment.end()) && next.isBefore(period.end());
      window = more ? Grants.at(account, commitment, next) : null;
      used = BigDecimal.ZERO;
    }
    return unused;
  }

  /** Uses units of the window that holds an instant; answers the part of the fee for them. */
  BigDecimal use(Instant instant, BigDecimal units) {
    if (window == null || instant.isBefore(window.span().start())) {
      return BigDecimal.ZERO;
    }
    BigDecimal before = used;
    used = used.add(units).min(window.granted());
    return cost(before, used);
  }

  /** The fee of the window's parts from one sum of units up to another. */
  private BigDecimal cost(BigDecimal from, BigDecimal to) {
    if (window.granted().signum() == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal whole = fee.between(window.span().start(), window.span().end());
    return upTo(whole, to).subtract(upTo(whole, from));
  }

  private BigDecimal upTo(BigDecimal whole, BigDecimal units) {
    return whole.multiply(units).divide(window.granted(), Amortisation.SCALE, RoundingMode.HALF_UP);
  }
}
