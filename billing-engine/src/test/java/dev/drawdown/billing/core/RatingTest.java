package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Money, to the cent. */
class RatingTest {
  private static final Map<String, String> UNITS = Map.of("a100", "GPU_HOUR");

  private static Account account(String currency, String zone) {
    return new Account(
        "acme", "Acme", Currency.getInstance(currency), ZoneId.of(zone), BigDecimal.ZERO, 1);
  }

  private static Price price(String id, String currency, String amount, String from) {
    return new Price(
        id,
        0,
        "a100",
        null,
        null,
        Currency.getInstance(currency),
        new BigDecimal(amount),
        Instant.parse(from),
        List.of());
  }

  private static BookedUsage usage(
      BookedUsage.Kind kind, String at, String hours, String commitment, String region) {
    return new BookedUsage(
        Instant.parse(at),
        "elastic",
        "a100",
        region,
        kind,
        commitment,
        new BigDecimal(hours).multiply(BigDecimal.valueOf(3600)));
  }

  private static BookedUsage onDemand(String at, String hours) {
    return usage(BookedUsage.Kind.ON_DEMAND, at, hours, "", "");
  }

  private static BookedUsage overage(String at, String hours) {
    return usage(BookedUsage.Kind.OVERAGE, at, hours, "K", "");
  }

  private static Commitment commitment(Commitment.Tier... tiers) {
    return Terms.of("K").tiers(tiers).make();
  }

  private static Commitment.Tier tier(String upTo, String percent) {
    return new Commitment.Tier(upTo == null ? null : new BigDecimal(upTo), new BigDecimal(percent));
  }

  private static Rating.Result rate(
      Account account,
      String month,
      List<BookedUsage> usage,
      List<Commitment> commitments,
      Price... prices) {
    return Rating.rate(
        account,
        account.period(YearMonth.parse(month)),
        usage,
        commitments,
        List.of(),
        List.of(prices),
        UNITS);
  }

  private static void assertLine(
      Line line, String quantity, String gross, String discount, String amount) {
    assertEquals(
        List.of(quantity, gross, discount, amount),
        List.of(
            line.quantity().toPlainString(), line.gross().toPlainString(),
            line.discount().toPlainString(), line.amount().toPlainString()));
  }

  @Test
  void aDiscountIsWhatLiesBetweenGrossAndNetAsPrinted() {
    Line line =
        rate(
                account("USD", "UTC"),
                "2026-03",
                List.of(overage("2026-03-05T00:00:00Z", "1")),
                List.of(commitment(tier(null, "15"))),
                price("p", "USD", "34.90", "2026-01-01T00:00:00Z"))
            .lines()
            .getFirst();
    assertLine(line, "1.000000", "34.90", "5.23", "29.67");
  }

  @Test
  void theTotalIsTheSumOfPrintedLines() {
    List<BookedUsage> usage = new ArrayList<>();
    for (String region : List.of("a", "b", "c")) {
      usage.add(usage(BookedUsage.Kind.ON_DEMAND, "2026-03-05T00:00:00Z", "6.67", "", region));
    }
    Rating.Result result =
        rate(
            account("USD", "UTC"),
            "2026-03",
            usage,
            List.of(),
            price("p", "USD", "1.50", "2026-01-01T00:00:00Z"));
    assertEquals(3, result.lines().size());
    result.lines().forEach(line -> assertEquals("10.01", line.amount().toPlainString()));
    assertEquals("30.03", result.total().toPlainString());
  }

  @Test
  void yenHaveNoMinorUnitAndDinarsHaveThreeDigits() {
    Line yen =
        rate(
                account("JPY", "UTC"),
                "2026-03",
                List.of(overage("2026-03-05T00:00:00Z", "12.345")),
                List.of(commitment(tier(null, "10"))),
                price("p", "JPY", "333", "2026-01-01T00:00:00Z"))
            .lines()
            .getFirst();
    assertLine(yen, "12.345000", "4111", "411", "3700");
    Line dinar =
        rate(
                account("KWD", "UTC"),
                "2026-03",
                List.of(overage("2026-03-05T00:00:00Z", "12.5")),
                List.of(commitment(tier(null, "15"))),
                price("p", "KWD", "0.765", "2026-01-01T00:00:00Z"))
            .lines()
            .getFirst();
    assertLine(dinar, "12.500000", "9.563", "1.435", "8.128");
  }

  @Test
  void tiersAreMarginalAndFilledInTimeOrder() {
    List<BookedUsage> usage =
        List.of(overage("2026-03-20T00:00:00Z", "60"), overage("2026-03-05T00:00:00Z", "90"));
    List<Line> lines =
        rate(
                account("USD", "UTC"),
                "2026-03",
                usage,
                List.of(commitment(tier("100", "10"), tier(null, "5"))),
                price("p", "USD", "4.50", "2026-01-01T00:00:00Z"),
                price("q", "USD", "5.00", "2026-03-10T00:00:00Z"))
            .lines();
    // 90 h and 10 h at 10 % off, then 50 h at 5 % off; the later ones at the later price
    assertLine(lines.get(0), "90.000000", "405.00", "40.50", "364.50");
    assertLine(lines.get(1), "10.000000", "50.00", "5.00", "45.00");
    assertLine(lines.get(2), "50.000000", "250.00", "12.50", "237.50");
  }

  @Test
  void usageIsRatedByThePriceInForceWhenItsSliceBegins() {
    List<BookedUsage> usage =
        List.of(onDemand("2026-04-05T00:00:00Z", "100"), onDemand("2026-04-20T00:00:00Z", "100"));
    Price old = price("old", "USD", "2.00", "2026-01-01T00:00:00Z");
    Price now = price("now", "USD", "2.50", "2026-04-16T00:00:00Z");
    Rating.Result result = rate(account("USD", "UTC"), "2026-04", usage, List.of(), old, now);
    assertEquals("450.00", result.total().toPlainString());
    assertEquals(2, result.lines().size());
    Price backDated = price("back", "USD", "3.00", "2026-04-01T00:00:00Z");
    assertEquals(
        "550.00",
        rate(account("USD", "UTC"), "2026-04", usage, List.of(), old, now, backDated)
            .total()
            .toPlainString());
  }

  @Test
  void manySeventhsOfAGpuCostAsMuchAsWholeOnes() {
    List<BookedUsage> usage = List.of(onDemand("2026-03-05T00:00:00Z", "72000"));
    assertEquals(
        "176400.00",
        rate(
                account("USD", "UTC"),
                "2026-03",
                usage,
                List.of(),
                price("p", "USD", "2.45", "2026-01-01T00:00:00Z"))
            .total()
            .toPlainString());
  }

  @Test
  void lordHowesAprilIsCharged720AndAHalfHours() {
    Account account = account("USD", "Australia/Lord_Howe");
    Period april = account.period(YearMonth.parse("2026-04"));
    List<BookedUsage> usage = List.of(onDemand(april.start().toString(), "720.5"));
    assertEquals(
        "1224.85",
        rate(
                account,
                "2026-04",
                usage,
                List.of(),
                price("p", "USD", "1.70", "2026-01-01T00:00:00Z"))
            .total()
            .toPlainString());
  }

  @Test
  void unpricedUsageIsShownAndNotDropped() {
    Rating.Result result =
        rate(
            account("USD", "UTC"),
            "2026-03",
            List.of(onDemand("2026-03-05T00:00:00Z", "2")),
            List.of(),
            price("later", "USD", "1", "2026-04-01T00:00:00Z"),
            price("euro", "EUR", "1", "2026-01-01T00:00:00Z"));
    assertEquals("2.000000", result.unpriced().getFirst().quantity().toPlainString());
    assertEquals("0.00", result.total().toPlainString());
  }

  @Test
  void timeOfUseFollowsTheLocalClock() {
    Price price =
        new Price(
            "p",
            0,
            "a100",
            null,
            null,
            Currency.getInstance("USD"),
            new BigDecimal("2.00"),
            Instant.parse("2026-01-01T00:00:00Z"),
            List.of(
                new Price.TimeOfUse(
                    java.util.EnumSet.allOf(java.time.DayOfWeek.class),
                    java.time.LocalTime.of(22, 0),
                    java.time.LocalTime.MIDNIGHT,
                    new BigDecimal("1.00"))));
    // 22:00 in Berlin is 21:00 UTC in winter and 20:00 UTC in summer
    List<BookedUsage> usage =
        List.of(
            onDemand("2026-03-10T21:00:00Z", "1"),
            onDemand("2026-03-10T20:00:00Z", "1"),
            onDemand("2026-03-30T20:00:00Z", "1"));
    assertEquals(
        "4.00",
        rate(account("USD", "Europe/Berlin"), "2026-03", usage, List.of(), price)
            .total()
            .toPlainString());
  }

  @Test
  void linesAddUpInAnyOrderOfUsage() {
    Seeds.check(
        100,
        random -> {
          List<BookedUsage> usage = new ArrayList<>();
          for (int i = 0; i < 40; i++) {
            String at =
                "2026-03-%02dT%02d:00:00Z".formatted(1 + random.nextInt(28), random.nextInt(24));
            BigDecimal hours = new BigDecimal(random.nextInt(99_999)).movePointLeft(4);
            usage.add(
                random.nextBoolean()
                    ? onDemand(at, hours.toPlainString())
                    : overage(at, hours.toPlainString()));
          }
          List<Commitment> commitments = List.of(commitment(tier("7.5", "12.5"), tier("40", "3")));
          Price[] prices = {
            price("p", "USD", "4.5678", "2026-01-01T00:00:00Z"),
            price("q", "USD", "0.0123", "2026-03-11T00:00:00Z")
          };
          Rating.Result first = rate(account("USD", "UTC"), "2026-03", usage, commitments, prices);
          Collections.shuffle(usage, random);
          Rating.Result second = rate(account("USD", "UTC"), "2026-03", usage, commitments, prices);
          assertEquals(first.total(), second.total());
          BigDecimal sum = BigDecimal.ZERO;
          for (Line line : first.lines()) {
            assertEquals(0, line.gross().subtract(line.discount()).compareTo(line.amount()));
            assertTrue(line.amount().scale() == 2, line.toString());
            sum = sum.add(line.amount());
          }
          assertEquals(0, sum.compareTo(first.total()));
        });
  }
}
