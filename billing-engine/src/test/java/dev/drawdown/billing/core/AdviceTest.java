package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Currency;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which size past usage would have paid for. */
class AdviceTest {
  private static final Account ACME =
      new Account(
          "acme", "Acme", Currency.getInstance("USD"), ZoneId.of("UTC"), BigDecimal.ZERO, 1);
  private static final BigDecimal MONTH = BigDecimal.valueOf(730);
  private static final Advice.Offer OFFER =
      new Advice.Offer("P1Y", new BigDecimal("1460"), BigDecimal.ZERO);

  private final SortedMap<Instant, Advice.Hour> hours = new TreeMap<>();

  /** At 4.00 an hour; the offer is 2.00, so a GPU pays when it is used half of the time. */
  private void use(int hour, String gpus) {
    hours.put(
        Instant.parse("2026-06-01T00:00:00Z").plusSeconds(3600L * hour),
        new Advice.Hour(new BigDecimal(gpus), new BigDecimal("4.00")));
  }

  private Advice advice() {
    return new Advice(ACME, hours, MONTH);
  }

  @Test
  void gpusThatAreUsedMoreThanHalfOfTheTimePay() {
    for (int hour = 0; hour < 730; hour++) {
      use(hour, hour < 400 ? "8" : "3");
    }
    Advice.Curve curve = advice().replay(OFFER);
    assertEquals("8", curve.best().gpus().toPlainString());
    assertEquals("11680.00", curve.best().cost().toPlainString());
    for (int hour = 0; hour < 730; hour++) {
      use(hour, hour < 300 ? "8" : "3");
    }
    curve = advice().replay(OFFER);
    assertEquals("3", curve.best().gpus().toPlainString());
    assertEquals("100.00", curve.utilisationPercent().toPlainString());
    assertEquals("4", curve.neighbours().get(2).gpus().toPlainString());
    assertEquals("260.00", curve.neighbours().get(2).regret().toPlainString());
  }

  @Test
  void rareUsageIsBestLeftOnDemand() {
    use(0, "8");
    Advice.Curve curve = advice().replay(OFFER);
    assertEquals("0", curve.best().gpus().toPlainString());
    assertEquals("0.00", curve.saving().toPlainString());
    assertNull(curve.utilisationPercent());
  }

  @Test
  void noUsageNeedsNoCommitment() {
    Advice.Curve curve = advice().replay(OFFER);
    assertEquals(1, curve.curve().size());
    assertNull(curve.savingPercent());
  }

  @Test
  void noSizeIsCheaperThanTheBest() {
    Seeds.check(
        50,
        random -> {
          hours.clear();
          int most = 1 + random.nextInt(900);
          for (int hour = 0; hour < 200; hour++) {
            use(hour, BigDecimal.valueOf(random.nextInt(most * 1000), 3).toPlainString());
          }
          Advice.Curve curve = new Advice(ACME, hours, BigDecimal.valueOf(200)).replay(OFFER);
          curve
              .curve()
              .forEach(size -> assertTrue(size.cost().compareTo(curve.best().cost()) >= 0));
          curve.neighbours().forEach(n -> assertTrue(n.regret().signum() >= 0));
        });
  }
}
