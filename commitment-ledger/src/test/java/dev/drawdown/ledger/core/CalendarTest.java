package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalendarTest {
  private static Slice hour(String zone, String at) {
    return new Calendar(ZoneId.of(zone), 1).hourOf(Instant.parse(at));
  }

  private static void assertHour(String start, String end, Slice slice) {
    assertEquals(new Slice(Instant.parse(start), Instant.parse(end)), slice);
  }

  @Test
  void hoursOfZonesWithPartialOffsetsBeginInsideUtcHours() {
    assertHour(
        "2026-03-31T18:30:00Z",
        "2026-03-31T19:30:00Z",
        hour("Asia/Kolkata", "2026-03-31T18:45:00Z"));
    assertHour(
        "2026-03-31T18:15:00Z",
        "2026-03-31T19:15:00Z",
        hour("Asia/Kathmandu", "2026-03-31T18:15:00Z"));
  }

  @Test
  void aHalfHourClockChangeEndsAnHourEarly() {
    // Lord Howe goes back by half an hour at 15:00 UTC on 4 April 2026
    assertHour(
        "2026-04-04T14:00:00Z",
        "2026-04-04T15:00:00Z",
        hour("Australia/Lord_Howe", "2026-04-04T14:30:00Z"));
    assertHour(
        "2026-04-04T15:00:00Z",
        "2026-04-04T15:30:00Z",
        hour("Australia/Lord_Howe", "2026-04-04T15:10:00Z"));
  }

  @Test
  void lordHowesAprilHasHalfAnHourMore() {
    var april =
        new Calendar(ZoneId.of("Australia/Lord_Howe"), 1)
            .billingPeriodOf(Instant.parse("2026-04-10T00:00:00Z"));
    assertEquals(Instant.parse("2026-03-31T13:00:00Z"), april.start());
    assertEquals(Duration.ofMinutes(720 * 60 + 30), Duration.between(april.start(), april.end()));
  }

  @Test
  void newYorksMarchHas743Hours() {
    var march =
        new Calendar(ZoneId.of("America/New_York"), 1)
            .billingPeriodOf(Instant.parse("2026-03-10T00:00:00Z"));
    assertEquals(743, Duration.between(march.start(), march.end()).toHours());
  }

  @Test
  void hoursTileTheTimeOfEveryZoneAndNeverStraddleABillingPeriod() {
    List<String> zones =
        List.of(
            "UTC",
            "America/New_York",
            "Asia/Kolkata",
            "Asia/Kathmandu",
            "Australia/Lord_Howe",
            "Pacific/Auckland",
            "Pacific/Chatham",
            "America/St_Johns",
            "Africa/Casablanca");
    Seeds.check(
        200,
        random -> {
          Calendar calendar =
              new Calendar(
                  ZoneId.of(zones.get(random.nextInt(zones.size()))), 1 + random.nextInt(31));
          Instant at =
              Instant.parse("2024-01-01T00:00:00Z").plusSeconds(random.nextInt(94_000_000));
          Slice slice = calendar.hourOf(at);
          for (int i = 0; i < 48; i++) {
            Slice next = calendar.hourOf(slice.end());
            assertEquals(slice.end(), next.start(), calendar + " " + slice);
            assertTrue(!next.end().isAfter(next.start().plusSeconds(3600)), next.toString());
            assertEquals(
                calendar.billingPeriodOf(next.start()),
                calendar.billingPeriodOf(next.end().minusNanos(1_000)));
            slice = next;
          }
        });
  }
}
