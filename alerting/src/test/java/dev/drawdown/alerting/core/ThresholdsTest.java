package dev.drawdown.alerting.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdsTest {
  private static final Instant END = Instant.parse("2026-04-01T00:00:00Z");

  private static Budget budget(String amount, Budget.ScaleDown scaleDown, String... thresholds) {
    return new Budget(
        "b",
        "acme",
        Budget.Metric.COST,
        new BigDecimal(amount),
        null,
        null,
        Budget.Includes.USAGE,
        java.util.Arrays.stream(thresholds).map(BigDecimal::new).toList(),
        false,
        scaleDown);
  }

  private static Measured used(String used, Budget budget) {
    return new Measured("2026-03", END, new BigDecimal(used), budget.amount(), BigDecimal.ONE);
  }

  private static List<BigDecimal> raise(Budget budget, String used, String... raised) {
    return Thresholds.toRaise(
        budget, used(used, budget), java.util.Arrays.stream(raised).map(BigDecimal::new).toList());
  }

  @Test
  void exactlyReachedCountsAndOnlyOnce() {
    Budget budget = budget("1000", null, "80");
    assertEquals(List.of(), raise(budget, "799.99"));
    assertEquals(List.of(new BigDecimal("80")), raise(budget, "800.00"));
    assertEquals(List.of(), raise(budget, "800.01", "80.0"));
  }

  @Test
  void eightTimesTenCentsReachEightyCents() {
    BigDecimal spent = BigDecimal.ZERO;
    Budget budget = budget("0.80", null, "100");
    for (int i = 1; i <= 8; i++) {
      spent = spent.add(new BigDecimal("0.10"));
      assertEquals(i == 8, !raise(budget, spent.toPlainString()).isEmpty());
    }
  }

  @Test
  void aJumpRaisesEachThresholdInRisingOrder() {
    Budget budget = budget("100", null, "100", "50", "80");
    assertEquals(
        List.of(new BigDecimal("50"), new BigDecimal("80"), new BigDecimal("100")),
        raise(budget, "135"));
  }

  @Test
  void aZeroBudgetCannotBeBuilt() {
    assertThrows(IllegalArgumentException.class, () -> budget("0", null, "100"));
  }

  @Test
  void aRaisedBudgetArmsOnlyWhatIsOutOfReach() {
    Budget raised = budget("200", null, "50", "80");
    assertEquals(
        List.of(new BigDecimal("80")),
        Thresholds.toRearm(
            used("100", raised), List.of(new BigDecimal("50"), new BigDecimal("80"))));
  }

  @Test
  void onlyARaisedBudgetArmsAgainNotTheSameOneAfterADip() {
    Budget budget = budget("100", null, "80");
    assertFalse(Thresholds.mayRearm(null, budget));
    assertFalse(Thresholds.mayRearm(budget, budget("100", null, "80")));
    assertFalse(Thresholds.mayRearm(budget, budget("90", null, "80")));
    assertTrue(Thresholds.mayRearm(budget, budget("101", null, "80")));
  }

  @Test
  void aClosedPeriodNeverAsksForAScaleDown() {
    Budget budget =
        budget(
            "100",
            new Budget.ScaleDown(
                BigDecimal.valueOf(100), "c", "w", BigDecimal.TWO, BigDecimal.ZERO, false),
            "100");
    assertTrue(Thresholds.asksForScaleDown(budget, used("100", budget), END.minusNanos(1_000)));
    assertFalse(Thresholds.asksForScaleDown(budget, used("100", budget), END));
    assertFalse(Thresholds.asksForScaleDown(budget, used("99.99", budget), END.minusNanos(1_000)));
  }

  @Test
  void theShownPercentIsNeverRoundedUpToAThreshold() {
    Budget budget = budget("1000", null, "80");
    assertEquals("79.99", used("799.999", budget).percent().toPlainString());
  }

  @Test
  void eachThresholdIsRaisedAtMostOnceAndExactlyOnceIfReached() {
    Seeds.check(
        200,
        random -> {
          Budget budget = budget("100", null, "25", "50", "75", "100");
          List<BigDecimal> raised = new ArrayList<>();
          int highest = 0;
          for (int i = 0; i < 50; i++) {
            int used = random.nextInt(120);
            highest = Math.max(highest, used);
            raised.addAll(Thresholds.toRaise(budget, used(Integer.toString(used), budget), raised));
          }
          int reached = highest;
          assertEquals(
              budget.thresholds().stream().filter(t -> t.intValue() <= reached).toList(),
              raised.stream().sorted().toList());
        });
  }
}
