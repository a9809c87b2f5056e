package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.billing.core.FocusRow.Column;
import dev.drawdown.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rows of the export, and the rules that bind them. June 2026 has 720 hours. */
class FocusExportTest {
  private static final Account ACME =
      new Account(
          "acme", "Acme", Currency.getInstance("USD"), ZoneId.of("UTC"), new BigDecimal("7.25"), 1);
  private static final Period JUNE = ACME.period(YearMonth.parse("2026-06"));
  private static final List<Column> NEVER_NULL =
      List.of(
          Column.BilledCost,
          Column.BillingAccountId,
          Column.BillingCurrency,
          Column.BillingPeriodEnd,
          Column.BillingPeriodStart,
          Column.ChargeCategory,
          Column.ChargePeriodEnd,
          Column.ChargePeriodStart,
          Column.ContractedCost,
          Column.EffectiveCost,
          Column.InvoiceIssuerName,
          Column.ListCost,
          Column.ProviderName,
          Column.PublisherName,
          Column.ServiceCategory,
          Column.ServiceName);

  private final List<BookedUsage> usage = new ArrayList<>();
  private final List<Share> shares = new ArrayList<>();
  private final List<Commitment> commitments = new ArrayList<>();

  private void use(BookedUsage.Kind kind, String at, String commitment, String hours, String pod) {
    BigDecimal seconds = new BigDecimal(hours).multiply(BigDecimal.valueOf(3600));
    Instant start = Instant.parse(at);
    BookedUsage place =
        new BookedUsage(start, "reserved", "a100", "us-west-1", kind, commitment, BigDecimal.ZERO);
    usage.removeIf(
        u -> {
          boolean same = u.with(BigDecimal.ZERO).equals(place);
          if (same) {
            pending = u.unitSeconds();
          }
          return same;
        });
    usage.add(place.with(seconds.add(pending)));
    pending = BigDecimal.ZERO;
    shares.add(new Share(start.plusSeconds(3600), null, pod, null, place.with(seconds)));
  }

  private BigDecimal pending = BigDecimal.ZERO;
  private Instant lapsedUntil = JUNE.end();

  private Rating.Result result() {
    return Rating.rate(
        ACME, JUNE, usage, commitments, List.of(), List.of(price()), Map.of("a100", "GPU_HOUR"));
  }

  private static Price price() {
    return new Price(
        "p",
        1,
        "a100",
        null,
        null,
        ACME.currency(),
        new BigDecimal("4.50"),
        Instant.parse("2026-01-01T00:00:00Z"),
        List.of());
  }

  private List<FocusRow> export() {
    FocusExport export =
        new FocusExport(
            new FocusExport.Basis(
                ACME,
                JUNE,
                result().lines(),
                Pricing.of(ACME, usage, commitments, List.of(price())).pieces(),
                commitments,
                List.of(price()),
                Map.of("a100", "GPU_HOUR"),
                Map.of(),
                lapsedUntil,
                "GPU cloud",
                "INV-2026-000001"));
    List<FocusRow> rows = new ArrayList<>(export.purchases());
    Instant from = JUNE.start();
    while (from.isBefore(JUNE.end())) {
      Instant day = from;
      Instant to = from.plus(Duration.ofDays(1));
      rows.addAll(
          export.usage(
              day,
              to,
              shares.stream()
                  .filter(s -> !s.usage().sliceStart().isBefore(day))
                  .filter(s -> s.usage().sliceStart().isBefore(to))
                  .sorted((a, b) -> a.usage().compareTo(b.usage()))
                  .toList()));
      from = to;
    }
    rows.addAll(export.rest());
    return rows;
  }

  private static BigDecimal sum(List<FocusRow> rows, Column column) {
    return rows.stream().map(r -> r.number(column)).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static List<FocusRow> where(List<FocusRow> rows, Column column, String value) {
    return rows.stream().filter(r -> value.equals(r.get(column))).toList();
  }

  private void fourForAYear() {
    commitments.add(
        Terms.of("cd-1")
            .fee("8000.00", Commitment.Fee.Per.MONTH)
            .tiers(new Commitment.Tier(null, BigDecimal.TEN))
            .make());
  }

  @Test
  void theFiveRowsOfAnHourThatIsPartlyUsed() {
    fourForAYear();
    use(BookedUsage.Kind.DRAW, "2026-06-10T10:00:00Z", "cd-1", "3", "pod/1");
    use(BookedUsage.Kind.OVERAGE, "2026-06-10T11:00:00Z", "cd-1", "2", "pod/2");
    List<FocusRow> rows = export();
    FocusRow fee = where(rows, Column.ChargeCategory, "Purchase").getFirst();
    assertEquals("8000", fee.get(Column.BilledCost));
    assertEquals("0", fee.get(Column.EffectiveCost));
    assertEquals("2880", fee.get(Column.CommitmentDiscountQuantity));
    assertNull(fee.get(Column.CommitmentDiscountStatus));
    FocusRow covered = where(rows, Column.CommitmentDiscountStatus, "Used").getFirst();
    assertEquals("0", covered.get(Column.BilledCost));
    assertEquals("8.3333333333", covered.get(Column.EffectiveCost));
    assertEquals("13.5", covered.get(Column.ListCost));
    assertEquals("pod/1", covered.get(Column.ResourceId));
    assertEquals("Committed", covered.get(Column.PricingCategory));
    FocusRow overage =
        rows.stream()
            .filter(r -> "a100/overage".equals(r.get(Column.SkuPriceId)))
            .findFirst()
            .orElseThrow();
    assertEquals("8.1", overage.get(Column.BilledCost));
    assertEquals("4.05", overage.get(Column.ContractedUnitPrice));
    assertNull(overage.get(Column.CommitmentDiscountId));
    FocusRow unused =
        where(rows, Column.CommitmentDiscountStatus, "Unused").stream()
            .filter(r -> "2026-06-10T10:00:00Z".equals(r.get(Column.ChargePeriodStart)))
            .findFirst()
            .orElseThrow();
    assertEquals("1", unused.get(Column.CommitmentDiscountQuantity));
    assertNull(unused.get(Column.ConsumedQuantity));
    assertEquals("cd-1", unused.get(Column.ResourceId));
    assertEquals(720, where(rows, Column.CommitmentDiscountStatus, "Unused").size());
  }

  @Test
  void resourcesShareALineToTheCent() {
    use(BookedUsage.Kind.ON_DEMAND, "2026-06-10T10:00:00Z", "", "0.333333", "pod/1");
    use(BookedUsage.Kind.ON_DEMAND, "2026-06-10T10:00:00Z", "", "0.333333", "pod/2");
    use(BookedUsage.Kind.ON_DEMAND, "2026-06-10T11:00:00Z", "", "0.333333", null);
    List<FocusRow> rows = where(export(), Column.ChargeCategory, "Usage");
    assertEquals(3, rows.size());
    assertEquals(0, sum(rows, Column.BilledCost).compareTo(new BigDecimal("4.50")));
  }

  @Test
  void whatIsToComeHasNotLapsed() {
    fourForAYear();
    lapsedUntil = Instant.parse("2026-06-10T00:00:00Z");
    assertEquals(216, where(export(), Column.CommitmentDiscountStatus, "Unused").size());
  }

  @Test
  void coveredUsageIsWhatWasBookedWhateverSharesTellNow() {
    fourForAYear();
    use(BookedUsage.Kind.DRAW, "2026-06-10T10:00:00Z", "cd-1", "3", "pod/1");
    List<FocusRow> before = where(export(), Column.CommitmentDiscountStatus, "Used");
    shares.clear();
    List<FocusRow> after = where(export(), Column.CommitmentDiscountStatus, "Used");
    assertEquals("3", before.getFirst().get(Column.ConsumedQuantity));
    assertEquals("3", after.getFirst().get(Column.ConsumedQuantity));
    assertNull(after.getFirst().get(Column.ResourceId));
    assertEquals(0, sum(before, Column.EffectiveCost).compareTo(sum(after, Column.EffectiveCost)));
  }

  @Test
  void lineThatNoUsageStandsForAnyMoreStillAddsUp() {
    use(BookedUsage.Kind.ON_DEMAND, "2026-06-10T10:00:00Z", "", "2", "pod/1");
    Rating.Result invoiced = result();
    usage.clear();
    FocusExport export =
        new FocusExport(
            new FocusExport.Basis(
                ACME,
                JUNE,
                invoiced.lines(),
                List.of(),
                commitments,
                List.of(price()),
                Map.of(),
                Map.of(),
                JUNE.end(),
                "GPU cloud",
                "INV-2026-000001"));
    List<FocusRow> rows = export.rest();
    assertEquals(0, sum(rows, Column.BilledCost).compareTo(invoiced.total()));
  }

  @Test
  void usageWithoutAPriceHasARowWithoutOne() {
    BookedUsage unpriced =
        new BookedUsage(
            Instant.parse("2026-06-10T10:00:00Z"),
            "elastic",
            "b200",
            "",
            BookedUsage.Kind.ON_DEMAND,
            "",
            BigDecimal.valueOf(7200));
    usage.add(unpriced);
    FocusRow row = where(export(), Column.SkuId, "b200").getFirst();
    assertEquals("0", row.get(Column.BilledCost));
    assertEquals("2", row.get(Column.ConsumedQuantity));
    assertNull(row.get(Column.ListUnitPrice));
  }

  @Test
  void usageThatNoShareTellsOfIsStillExported() {
    use(BookedUsage.Kind.ON_DEMAND, "2026-06-10T10:00:00Z", "", "2", "pod/1");
    shares.clear();
    List<FocusRow> rows = where(export(), Column.ChargeCategory, "Usage");
    assertEquals("9", rows.getFirst().get(Column.BilledCost));
    assertNull(rows.getFirst().get(Column.ResourceId));
  }

  private void random(Random random) {
    Commitment.Fee.Per per = Commitment.Fee.Per.MONTH;
    commitments.add(
        random.nextBoolean()
            ? Terms.of("c").fee("999.99", per).gpus("3").make()
            : Terms.of("c").fee("999.99", per).pool("700", "CALENDAR_MONTH").make());
    int most = commitments.getFirst().grant().capacity() ? 3_000 : 900;
    for (int i = 0; i < 60; i++) {
      String at =
          "2026-06-%02dT%02d:00:00Z".formatted(1 + i / 2, random.nextInt(12) + 12 * (i % 2));
      use(BookedUsage.Kind.DRAW, at, "c", "" + random.nextInt(1, most) / 1e3, "pod/" + i);
      use(BookedUsage.Kind.OVERAGE, at, "c", "" + random.nextInt(1, 9_999) / 1e4, "pod/x");
      use(BookedUsage.Kind.ON_DEMAND, at, "", "" + random.nextInt(1, 9_999) / 1e4, "pod/y");
    }
  }

  @Test
  void whatIsBilledIsTheInvoiceAndFeesAreSpreadWhole() {
    Seeds.check(
        30,
        random -> {
          usage.clear();
          shares.clear();
          commitments.clear();
          random(random);
          List<FocusRow> rows = export();
          assertEquals(0, sum(rows, Column.BilledCost).compareTo(result().total()), "billed");
          List<FocusRow> committed =
              where(rows, Column.CommitmentDiscountId, "c").stream()
                  .filter(r -> r.get(Column.CommitmentDiscountStatus) != null)
                  .toList();
          assertEquals(
              0, sum(committed, Column.EffectiveCost).compareTo(new BigDecimal("999.99")), "fee");
          rows.forEach(FocusExportTest::assertSound);
        });
  }

  private static void assertSound(FocusRow row) {
    for (Column column : NEVER_NULL) {
      assertNotNull(row.get(column), column + " of " + row.get(Column.ChargeDescription));
    }
    if (row.get(Column.ListUnitPrice) != null) {
      BigDecimal list =
          row.number(Column.ListUnitPrice).multiply(row.number(Column.PricingQuantity));
      assertEquals(0, list.compareTo(row.number(Column.ListCost)));
      BigDecimal contracted =
          row.number(Column.ContractedUnitPrice).multiply(row.number(Column.PricingQuantity));
      assertEquals(0, contracted.compareTo(row.number(Column.ContractedCost)));
    }
    assertTrue(
        Set.of("Usage", "Purchase", "Tax", "Credit", "Adjustment")
            .contains(row.get(Column.ChargeCategory)));
    assertEquals(row.get(Column.ConsumedQuantity) == null, row.get(Column.ConsumedUnit) == null);
    assertEquals(
        row.get(Column.CommitmentDiscountId) == null,
        row.get(Column.CommitmentDiscountQuantity) == null);
  }

  @Test
  void aYearsFeeIsSpreadOverTheYearWhole() {
    Commitment yearly = Terms.of("y").fee("1000.00", Commitment.Fee.Per.YEAR).make();
    Amortisation fee = new Amortisation(ACME, yearly);
    BigDecimal sum = BigDecimal.ZERO;
    Map<YearMonth, BigDecimal> parts = new HashMap<>();
    for (YearMonth month = YearMonth.parse("2026-01");
        month.isBefore(YearMonth.parse("2027-01"));
        month = month.plusMonths(1)) {
      Period period = ACME.period(month);
      parts.put(month, fee.between(period.start(), period.end()));
      sum = sum.add(parts.get(month));
    }
    assertEquals(0, sum.compareTo(new BigDecimal("1000.00")));
    assertEquals("84.9315068493", parts.get(YearMonth.parse("2026-01")).toPlainString());
  }
}
