package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Kind;
import dev.drawdown.ledger.core.Books.Standing;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which event took the draw and which the overage, in one fixed order. */
class AttributionTest {
  private static final Calendar UTC = new Calendar(ZoneId.of("UTC"), 1);
  private static final Instant TEN = Instant.parse("2026-03-10T10:00:00Z");
  private static final UsageKey ELASTIC = new UsageKey(UsageClass.ELASTIC, "a100", "");

  private final SortedMap<Cell, Standing> cells = new TreeMap<>();
  private final List<NetUsage> events = new ArrayList<>();

  private static Quantity hours(String hours) {
    return Quantity.ofHours(new BigDecimal(hours));
  }

  private void cell(Kind kind, String commitment, String hours) {
    Instant window = kind == Kind.DRAW ? TEN : null;
    cells.put(
        new Cell(TEN, ELASTIC, kind, commitment, window),
        new Standing(TEN.plusSeconds(3600), hours(hours), hours("0")));
  }

  private void event(String source, String id, int minute, String hours) {
    Instant at = TEN.plusSeconds(60L * minute);
    events.add(
        NetUsage.of(
            new Fact.Usage(
                new Identity("acme", source, id),
                ELASTIC,
                "pod/" + id,
                "",
                new Fact.Measure.Amount(new BigDecimal(hours), at)),
            List.of()));
  }

  private List<String> split() {
    return Attribution.split(new Slices(UTC, List.of()), cells, events).stream()
        .map(
            s ->
                s.usage().event().identity().id()
                    + " "
                    + s.cell().kind()
                    + " "
                    + s.cell().commitment()
                    + " "
                    + s.quantity().hours().stripTrailingZeros().toPlainString())
        .toList();
  }

  @Test
  void whoCameFirstTakesTheDraw() {
    cell(Kind.DRAW, "K", "5");
    cell(Kind.OVERAGE, "K", "3");
    event("s", "late", 30, "4");
    event("s", "early", 10, "4");
    assertEquals(List.of("early DRAW K 4", "late DRAW K 1", "late OVERAGE K 3"), split());
  }

  @Test
  void sourceAndThenIdDecideBetweenEventsOfOneInstant() {
    cell(Kind.DRAW, "K", "2");
    cell(Kind.OVERAGE, "K", "1");
    event("t", "a", 10, "1");
    event("s", "z", 10, "1");
    event("s", "b", 10, "1");
    assertEquals(List.of("b DRAW K 1", "z DRAW K 1", "a OVERAGE K 1"), split());
  }

  @Test
  void drawsComeByCommitmentBeforeOverage() {
    cell(Kind.OVERAGE, "A", "1");
    cell(Kind.DRAW, "B", "1");
    cell(Kind.DRAW, "A", "1");
    event("s", "e", 0, "3");
    assertEquals(List.of("e DRAW A 1", "e DRAW B 1", "e OVERAGE A 1"), split());
  }

  @Test
  void orderOfArrivalChangesNothing() {
    cell(Kind.DRAW, "K", "5");
    cell(Kind.ON_DEMAND, "", "3");
    event("s", "late", 30, "4");
    event("s", "early", 10, "4");
    List<String> once = split();
    Collections.reverse(events);
    assertEquals(once, split());
  }

  @Test
  void usageOfAnotherHourOrSkuTakesNothing() {
    cell(Kind.DRAW, "K", "5");
    event("s", "other-hour", 60, "4");
    assertEquals(List.of(), split());
  }

  @Test
  void sumsAreByKind() {
    cell(Kind.DRAW, "K", "5");
    cell(Kind.OVERAGE, "K", "3");
    event("s", "e", 0, "8");
    var shares = Attribution.split(new Slices(UTC, List.of()), cells, events);
    assertEquals(hours("5"), Attribution.sum(shares, Kind.DRAW));
    assertEquals(hours("3"), Attribution.sum(shares, Kind.OVERAGE));
    assertEquals(Quantity.ZERO, Attribution.sum(shares, Kind.ON_DEMAND));
  }
}
