package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.drawdown.ledger.core.UsageReport.Line;
import dev.drawdown.ledger.core.UsageReport.Row;
import dev.drawdown.ledger.core.UsageReport.Time;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsageReportTest {
  private static final Calendar KOLKATA = new Calendar(ZoneId.of("Asia/Kolkata"), 15);

  private final List<Line> lines = new ArrayList<>();

  private void line(String start, String value, Books.Kind kind, String hours) {
    Instant at = Instant.parse(start);
    lines.add(
        new Line(
            new Slice(at, at.plusSeconds(1800)),
            List.of(value),
            kind,
            Quantity.ofHours(new BigDecimal(hours))));
  }

  private List<Row> rows(Time time) {
    return UsageReport.of(KOLKATA, time, lines);
  }

  private static Quantity hours(String hours) {
    return Quantity.ofHours(new BigDecimal(hours));
  }

  @Test
  void whatIsUsedIsDrawnAndOverageAndOnDemand() {
    line("2026-03-10T10:00:00Z", "a100", Books.Kind.DRAW, "1");
    line("2026-03-10T10:00:00Z", "a100", Books.Kind.OVERAGE, "2");
    line("2026-03-10T11:00:00Z", "a100", Books.Kind.ON_DEMAND, "4");
    line("2026-03-10T11:00:00Z", "a100", Books.Kind.DRAW, "8");
    Row row = rows(Time.WHOLE).getFirst();
    assertNull(row.key().period());
    assertEquals(hours("15"), row.used());
    assertEquals(hours("9"), row.drawn());
    assertEquals(hours("2"), row.overage());
    assertEquals(hours("4"), row.onDemand());
  }

  @Test
  void hoursAndDaysAreThoseOfTheAccountsClock() {
    line("2026-03-10T18:00:00Z", "a100", Books.Kind.DRAW, "1");
    line("2026-03-10T18:30:00Z", "a100", Books.Kind.DRAW, "1");
    assertEquals(
        List.of("2026-03-10T17:30:00Z", "2026-03-10T18:30:00Z"),
        rows(Time.HOUR).stream().map(r -> r.key().period().start().toString()).toList());
    assertEquals(
        Instant.parse("2026-03-10T18:30:00Z"), rows(Time.DAY).get(1).key().period().start());
    assertEquals(Instant.parse("2026-03-11T18:30:00Z"), rows(Time.DAY).get(1).key().period().end());
  }

  @Test
  void monthsAreBillingPeriods() {
    line("2026-03-14T18:00:00Z", "a100", Books.Kind.DRAW, "1");
    line("2026-03-14T18:30:00Z", "a100", Books.Kind.DRAW, "2");
    assertEquals(2, rows(Time.MONTH).size());
    assertEquals(
        Instant.parse("2026-03-14T18:30:00Z"), rows(Time.MONTH).get(1).key().period().start());
    assertEquals(hours("2"), rows(Time.MONTH).get(1).used());
  }

  @Test
  void rowsComeByTimeAndThenByValue() {
    line("2026-03-11T10:00:00Z", "a", Books.Kind.DRAW, "1");
    line("2026-03-10T10:00:00Z", "b", Books.Kind.DRAW, "1");
    line("2026-03-10T10:00:00Z", "a", Books.Kind.DRAW, "1");
    assertEquals(
        List.of("a", "b", "a"),
        rows(Time.DAY).stream().map(r -> r.key().values().getFirst()).toList());
  }
}
