package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.billing.core.FocusRow.Column;
import dev.drawdown.testkit.Seeds;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules that bind the rows of the export, for any usage. */
class FocusRulesTest extends FocusFixture {
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
          rows.forEach(FocusRulesTest::assertSound);
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
