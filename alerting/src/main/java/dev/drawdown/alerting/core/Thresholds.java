package dev.drawdown.alerting.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Decides which thresholds to raise and which to arm again. */
public final class Thresholds {
  private Thresholds() {}

  /** Thresholds that are reached and were not raised before, in rising order. */
  public static List<BigDecimal> toRaise(
      Budget budget, Measured measured, Collection<BigDecimal> raised) {
    TreeSet<BigDecimal> before = new TreeSet<>(raised);
    return budget.thresholds().stream()
        .sorted()
        .filter(threshold -> measured.reaches(threshold) && !before.contains(threshold))
        .toList();
  }

  /** Raised thresholds that a changed budget has put out of reach; dips of usage do not count. */
  public static List<BigDecimal> toRearm(Measured measured, Collection<BigDecimal> raised) {
    return raised.stream().filter(threshold -> !measured.reaches(threshold)).toList();
  }

  /**
   * Whether a change is one that arms again: a raised budget, or one that watches another thing.
   */
  public static boolean mayRearm(Budget before, Budget now) {
    if (before == null) {
      return false;
    }
    boolean sameThing =
        before.metric() == now.metric()
            && Objects.equals(before.commitment(), now.commitment())
            && Objects.equals(before.sku(), now.sku())
            && before.includes() == now.includes();
    boolean raised =
        sameThing && now.amount() != null && now.amount().compareTo(before.amount()) > 0;
    return !sameThing || raised;
  }

  /** Whether a cluster is to be asked now; never for a period that has ended. */
  public static boolean asksForScaleDown(Budget budget, Measured measured, Instant now) {
    return budget.scaleDown() != null
        && now.isBefore(measured.periodEnd())
        && measured.reaches(budget.scaleDown().atPercent());
  }
}
