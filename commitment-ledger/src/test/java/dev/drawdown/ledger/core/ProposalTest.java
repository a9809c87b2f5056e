package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.drawdown.kit.Outcome;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What may be asked for as a commitment, and what is said of the rest. */
class ProposalTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  private Commitment.Kind kind = Commitment.Kind.POOL;
  private String gpus;
  private String hours = "100";
  private Commitment.Window window;
  private Instant end;
  private Period term = Period.ofYears(1);
  private Instant start = Instant.parse("2026-01-01T05:00:00Z");
  private final List<Commitment.OverageTier> tiers = new ArrayList<>();

  private Outcome<Commitment> ask() {
    return new Proposal(
            "K",
            "acme",
            kind,
            new TreeMap<>(Map.of("a100", BigDecimal.ONE)),
            new TreeSet<>(),
            Set.of(),
            gpus == null ? null : new BigDecimal(gpus),
            hours == null ? null : new BigDecimal(hours),
            window,
            start,
            end,
            term,
            100,
            null,
            null,
            tiers,
            null)
        .in(NEW_YORK);
  }

  private Commitment accepted() {
    return ((Outcome.Done<Commitment>) ask()).value();
  }

  private void refused(String... fields) {
    var refused = (Outcome.Refused<Commitment>) ask();
    assertEquals(
        List.of(fields), refused.errors().stream().map(Outcome.FieldError::field).toList());
  }

  private void capacity() {
    kind = Commitment.Kind.CAPACITY;
    gpus = "4";
    hours = null;
  }

  private void tier(String upTo) {
    tiers.add(
        new Commitment.OverageTier(upTo == null ? null : new BigDecimal(upTo), BigDecimal.TEN));
  }

  @Test
  void poolLastsItsTermUnlessAWindowIsNamed() {
    assertEquals(Commitment.Window.TERM, accepted().window());
    window = Commitment.Window.MONTH;
    assertEquals(Commitment.Window.MONTH, accepted().window());
  }

  @Test
  void capacityIsCountedByTheHour() {
    capacity();
    assertEquals(Commitment.Window.HOUR, accepted().window());
    window = Commitment.Window.HOUR;
    assertEquals(Commitment.Window.HOUR, accepted().window());
    assertNull(accepted().hours());
  }

  @Test
  void termIsCountedInTheAccountsZone() {
    term = Period.ofMonths(6);
    assertEquals(Instant.parse("2026-07-01T04:00:00Z"), accepted().end());
  }

  @Test
  void exactlyOneOfTermAndEnd() {
    end = Instant.parse("2027-01-01T00:00:00Z");
    refused("term");
    term = null;
    assertEquals(end, accepted().end());
    end = null;
    refused("term");
  }

  @Test
  void capacityNeedsGpusAndNothingOfAPool() {
    capacity();
    gpus = null;
    hours = "5";
    window = Commitment.Window.MONTH;
    refused("gpus", "hours", "window");
  }

  @Test
  void poolNeedsEitherHoursOrGpus() {
    gpus = "4";
    refused("hours");
    hours = null;
    assertEquals(new BigDecimal("4"), accepted().gpus());
    gpus = null;
    refused("hours");
  }

  @Test
  void poolHasNoHourlyWindow() {
    window = Commitment.Window.HOUR;
    refused("window");
  }

  @Test
  void endComesAfterTheStartAndBeforeTheYear2100() {
    term = null;
    end = start;
    refused("end");
    end = start.plusNanos(1_000);
    assertEquals(end, accepted().end());
    end = Instant.parse("2100-01-01T00:00:00Z");
    assertEquals(end, accepted().end());
    end = end.plusNanos(1_000);
    refused("end");
  }

  @Test
  void termThatLeavesTheCalendarIsTooLong() {
    term = Period.ofYears(999_999_999);
    refused("term");
  }

  @Test
  void tiersRiseAndOnlyTheLastIsOpen() {
    tier("100");
    tier("200");
    tier(null);
    assertEquals(3, accepted().overage().size());
    tiers.clear();
    tier("100");
    tier("100");
    refused("overage[1].upToHours");
    tiers.clear();
    tier(null);
    tier("100");
    refused("overage[0].upToHours");
    tiers.clear();
    tier("0");
    refused("overage[0].upToHours");
  }
}
