package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How a long history is cut to be counted again, and what is said of wrong windows. */
class RecountTest {
  private static final Calendar UTC = new Calendar(ZoneId.of("UTC"), 1);
  private static final Instant TEN = Instant.parse("2026-03-10T10:00:00Z");

  private final SortedMap<Instant, Long> ending = new TreeMap<>();

  private static Instant hour(int n) {
    return TEN.plusSeconds(3600L * n);
  }

  private List<Instant> cuts(long most) {
    return Recount.stretches(UTC, ending, most).stream().skip(1).map(Slice::start).toList();
  }

  @Test
  void stretchesHoldAboutAsManyEventsAsAskedFor() {
    for (int i = 0; i < 4; i++) {
      ending.put(hour(i), 5L);
    }
    assertEquals(List.of(hour(2)), cuts(10));
    assertEquals(List.of(hour(1), hour(2), hour(3)), cuts(9));
    assertEquals(List.of(), cuts(20));
  }

  @Test
  void hourWithMoreThanAskedForStandsAlone() {
    ending.put(hour(0), 1L);
    ending.put(hour(1), 100L);
    ending.put(hour(2), 1L);
    assertEquals(List.of(hour(1), hour(2)), cuts(10));
  }

  @Test
  void stretchesCoverAllOfTime() {
    ending.put(hour(0), 9L);
    ending.put(hour(1), 9L);
    List<Slice> stretches = Recount.stretches(UTC, ending, 10);
    assertEquals(Instant.parse("2000-01-01T00:00:00Z"), stretches.getFirst().start());
    assertEquals(stretches.getFirst().end(), stretches.getLast().start());
    assertTrue(stretches.getLast().end().isAfter(Instant.parse("2100-12-31T00:00:00Z")));
  }

  private static Allowance drawn(String commitment, String hours) {
    Quantity drawn = Quantity.ofHours(new BigDecimal(hours));
    return new Allowance(
        new Allowance.Id(commitment, TEN), hour(24), Quantity.ofHours(BigDecimal.TEN), drawn);
  }

  @Test
  void windowsThatNothingWasDrawnFromAreWrongWhenTheySayOtherwise() {
    Recount recount = new Recount(UTC, List.of());
    assertEquals(Map.of(), recount.wrong(List.of(drawn("K", "0"))));
    assertEquals(
        Map.of(new Allowance.Id("K", TEN), Quantity.ZERO), recount.wrong(List.of(drawn("K", "3"))));
  }
}
