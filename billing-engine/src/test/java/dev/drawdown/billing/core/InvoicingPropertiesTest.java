package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.drawdown.testkit.Seeds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * For any facts, in any order, and any sequence of finalising, late usage, corrections, back-dated
 * prices, outages, making void and invoicing anew: what was charged is what the facts say.
 */
class InvoicingPropertiesTest {
  private static final List<String> MONTHS = List.of("2026-03", "2026-04", "2026-05", "2026-06");
  private static final String LAST = "2026-07";

  private static InvoicingModel customer(Random random) {
    InvoicingModel model = new InvoicingModel(new BigDecimal(random.nextBoolean() ? "0" : "7.25"));
    model.price("1.99", "2026-01-01T00:00:00Z");
    model.commit(
        Terms.of("K")
            .fee("999.99", Commitment.Fee.Per.values()[random.nextInt(4)])
            .tiers(
                new Commitment.Tier(new BigDecimal("12.5"), new BigDecimal("15")),
                new Commitment.Tier(null, new BigDecimal("5")))
            .sla("99.9", "10", "99", "33.3")
            .make());
    return model;
  }

  private static String instant(Random random) {
    return "%s-%02dT%02d:00:00Z"
        .formatted(
            MONTHS.get(random.nextInt(MONTHS.size())), 1 + random.nextInt(28), random.nextInt(24));
  }

  private static void step(InvoicingModel model, Random random, int n) {
    String month = MONTHS.get(random.nextInt(MONTHS.size()));
    switch (random.nextInt(7)) {
      case 0, 1 -> {
        BookedUsage.Kind kind = BookedUsage.Kind.values()[random.nextInt(3)];
        BigDecimal hours = new BigDecimal(random.nextInt(99_999) - 20_000).movePointLeft(3);
        model.post(
            kind, instant(random), kind == BookedUsage.Kind.ON_DEMAND ? "" : "K", hours.abs());
      }
      case 2 -> model.price("%d.%02d".formatted(random.nextInt(4), n % 100), instant(random));
      case 3 -> {
        Instant from = Instant.parse(instant(random));
        model.outage(
            new Outage("m", "o" + n, "K", BigDecimal.ONE, from, from.plusSeconds(7_777L * n)));
      }
      case 4, 5 -> model.finalise(month);
      default -> model.makeVoid(month);
    }
  }

  @Test
  void whatWasChargedIsWhatTheFactsSay() {
    Seeds.check(
        200,
        random -> {
          InvoicingModel model = customer(random);
          for (int n = 1; n <= 40; n++) {
            step(model, random, n);
          }
          MONTHS.forEach(model::finalise);
          model.finalise(LAST);
          for (String month : MONTHS) {
            assertEquals(model.owed(month), model.charged(month), month);
          }
        });
  }

  @Test
  void everyDocumentAddsUp() {
    Seeds.check(
        100,
        random -> {
          InvoicingModel model = customer(random);
          for (int n = 1; n <= 40; n++) {
            step(model, random, n);
            model.valid().values().forEach(InvoicingPropertiesTest::addsUp);
          }
        });
  }

  private static void addsUp(Rating.Result invoice) {
    BigDecimal net = BigDecimal.ZERO;
    BigDecimal tax = BigDecimal.ZERO;
    for (Line line : invoice.lines()) {
      assertEquals(0, line.gross().subtract(line.discount()).compareTo(line.amount()));
      if (line.kind() == Line.Kind.TAX) {
        tax = tax.add(line.amount());
        BigDecimal percent = new BigDecimal("7.25").movePointLeft(2);
        assertEquals(net.multiply(percent).setScale(2, RoundingMode.HALF_UP), line.amount());
      } else {
        net = net.add(line.amount());
      }
    }
    assertEquals(0, net.compareTo(invoice.subtotal()));
    assertEquals(0, tax.compareTo(invoice.tax()));
    assertEquals(0, net.add(tax).compareTo(invoice.total()));
  }
}
