package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HeadroomTest {
  private static final Calendar UTC = new Calendar(ZoneId.of("UTC"), 1);
  private static final UsageKey A100 = new UsageKey(UsageClass.ELASTIC, "a100", "");
  private static final Instant HALF_PAST = Instant.parse("2026-03-10T12:30:00Z");

  private final List<Commitment> commitments = new ArrayList<>();
  private final Map<Allowance.Id, Quantity> drawn = new HashMap<>();

  private void commit(String id, String gpus, String hours, String end) {
    boolean pool = hours != null;
    commitments.add(
        new Commitment(
            id,
            "acme",
            pool ? Commitment.Kind.POOL : Commitment.Kind.CAPACITY,
            new TreeMap<>(Map.of("a100", BigDecimal.ONE)),
            new TreeSet<>(),
            EnumSet.noneOf(UsageClass.class),
            gpus == null ? null : new BigDecimal(gpus),
            hours == null ? null : new BigDecimal(hours),
            pool ? Commitment.Window.TERM : Commitment.Window.HOUR,
            Instant.parse("2026-01-01T00:00:00Z"),
            Instant.parse(end),
            100,
            null,
            null,
            List.of(),
            null));
  }

  private void draw(String commitment, String windowStart, String hours) {
    drawn.put(
        new Allowance.Id(commitment, Instant.parse(windowStart)),
        Quantity.ofHours(new BigDecimal(hours)));
  }

  private Headroom headroom() {
    return new Headroom(UTC, commitments, drawn);
  }

  @Test
  void capacityThatHalfAnHourUsedFullyHasNoRoomAndWhatIsFreeCountsDouble() {
    commit("C", "4", null, "2027-01-01T00:00:00Z");
    draw("C", "2026-03-10T12:00:00Z", "2");
    Headroom.Room room = headroom().at(HALF_PAST, A100);
    assertEquals(Instant.parse("2026-03-10T13:00:00Z"), room.slice().end());
    assertEquals(0, new BigDecimal("4").compareTo(room.gpus()));
    draw("C", "2026-03-10T12:00:00Z", "4");
    assertEquals(0, headroom().at(HALF_PAST, A100).gpus().signum());
    assertTrue(headroom().at(HALF_PAST, A100).shares().isEmpty());
  }

  @Test
  void aPoolLastsUntilItsHoursAreUp() {
    commit("P", null, "100", "2027-01-01T00:00:00Z");
    draw("P", "2026-01-01T00:00:00Z", "60");
    // 40 hours left for 8 GPUs: five hours
    assertEquals(
        Instant.parse("2026-03-10T17:30:00Z"),
        headroom().until(HALF_PAST, A100, new BigDecimal("8")));
    assertEquals(0, new BigDecimal("80").compareTo(headroom().at(HALF_PAST, A100).gpus()));
  }

  @Test
  void moreThanTheCapacityFitsOnlyWhileAPoolLasts() {
    commit("C", "4", null, "2027-01-01T00:00:00Z");
    commit("P", null, "10", "2027-01-01T00:00:00Z");
    // the capacity of the begun hour is whole, so the pool is first drawn from at 13:00, lasts ten
    // hours, and in the eleventh the capacity's 4 h last 5 GPUs for 48 minutes
    assertEquals(
        Instant.parse("2026-03-10T23:48:00Z"),
        headroom().until(HALF_PAST, A100, new BigDecimal("5")));
  }

  @Test
  void whatFitsForGoodFitsUntilTheHorizonAndWhatDoesNotFitEndsNow() {
    commit("C", "4", null, "2027-01-01T00:00:00Z");
    assertEquals(
        HALF_PAST.plus(Headroom.HORIZON), headroom().until(HALF_PAST, A100, new BigDecimal("4")));
    UsageKey other = new UsageKey(UsageClass.ELASTIC, "h100", "");
    assertEquals(HALF_PAST, headroom().until(HALF_PAST, other, BigDecimal.ONE));
    assertEquals(0, headroom().at(HALF_PAST, other).gpus().signum());
  }

  @Test
  void roomEndsWhereACommitmentEndsInsideTheHour() {
    commit("C", "4", null, "2026-03-10T12:45:00Z");
    Headroom.Room room = headroom().at(HALF_PAST, A100);
    assertEquals(Instant.parse("2026-03-10T12:45:00Z"), room.slice().end());
    // 4 GPUs for the 45 minutes of the hour are 3 h, in the quarter of an hour that is left
    assertEquals(0, new BigDecimal("12").compareTo(room.gpus()));
    assertEquals("C", room.shares().getFirst().commitment());
    assertEquals(new BigDecimal("3.000000"), room.shares().getFirst().left().hours());
  }
}
