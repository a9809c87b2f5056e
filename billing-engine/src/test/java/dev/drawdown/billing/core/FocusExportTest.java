package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.drawdown.billing.core.FocusRow.Column;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rows of the export. */
class FocusExportTest extends FocusFixture {
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
}
