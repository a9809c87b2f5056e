package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is due back when committed GPUs were out. June 2026 has 720 hours. */
class AvailabilityTest {
  private static final Account ACME =
      new Account(
          "acme", "Acme", Currency.getInstance("USD"), ZoneId.of("UTC"), BigDecimal.ZERO, 1);

  private final List<Outage> outages = new ArrayList<>();
  private Terms terms =
      Terms.of("K").fee("8000.00", Commitment.Fee.Per.MONTH).sla("99.9", "10", "99.0", "25");

  private void out(String gpus, String start, String end) {
    outages.add(
        new Outage(
            "monitor",
            "o" + outages.size(),
            "K",
            new BigDecimal(gpus),
            Instant.parse(start),
            Instant.parse(end)));
  }

  private Optional<Line> credit() {
    return Availability.creditOf(
        ACME, terms.make(), ACME.period(YearMonth.parse("2026-06")), outages);
  }

  private Optional<String> amount() {
    return credit().map(line -> line.amount().toPlainString());
  }

  @Test
  void threeNinesOf720HoursAllow43Point2Minutes() {
    out("4", "2026-06-10T10:00:00Z", "2026-06-10T10:43:12Z");
    assertEquals(Optional.empty(), amount());
    out("4", "2026-06-11T10:00:00Z", "2026-06-11T10:00:00.000001Z");
    assertEquals(Optional.of("-800.00"), amount());
  }

  @Test
  void theLowestLevelCounts() {
    out("4", "2026-06-10T00:00:00Z", "2026-06-10T07:12:00Z");
    assertEquals(Optional.of("-800.00"), amount());
    out("4", "2026-06-11T00:00:00Z", "2026-06-11T00:00:01Z");
    assertEquals(Optional.of("-2000.00"), amount());
  }

  @Test
  void outageOfSomeGpusCountsByGpuTime() {
    out("1", "2026-06-10T10:00:00Z", "2026-06-10T12:52:48Z");
    assertEquals(Optional.empty(), amount());
    out("1", "2026-06-12T10:00:00Z", "2026-06-12T10:00:01Z");
    assertEquals(Optional.of("-800.00"), amount());
  }

  @Test
  void onlyTheTimeInsideThePeriodCountsAndIsTheEvidence() {
    out("4", "2026-05-31T00:00:00Z", "2026-06-01T00:00:00Z");
    out("4", "2026-06-30T23:30:00Z", "2026-07-01T00:30:00Z");
    assertEquals(Optional.empty(), amount());
    out("4", "2026-06-20T00:00:00Z", "2026-06-20T00:30:00Z");
    Line line = credit().orElseThrow();
    assertEquals("-800.00", line.amount().toPlainString());
    assertEquals(List.of("o2", "o1"), line.evidence().stream().map(Outage::id).toList());
  }

  @Test
  void outageReportedTwiceCannotExceedWhatWasCommitted() {
    out("4", "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z");
    out("4", "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z");
    assertEquals(Optional.of("-2000.00"), amount());
  }

  @Test
  void creditIsOfTheFeeOfThePeriodAsFarAsTheTermReaches() {
    terms = terms.from("2026-06-16T00:00:00Z", "2027-06-16T00:00:00Z");
    out("4", "2026-06-20T00:00:00Z", "2026-06-20T01:00:00Z");
    assertEquals(Optional.of("-400.00"), amount());
  }

  @Test
  void ofAYearlyFeeThePeriodsPartIsCredited() {
    terms = terms.fee("36500.00", Commitment.Fee.Per.YEAR);
    out("4", "2026-06-20T00:00:00Z", "2026-06-20T01:00:00Z");
    assertEquals(Optional.of("-300.00"), amount());
  }

  @Test
  void poolIsMeasuredByItsHours() {
    terms = terms.pool("720", "CALENDAR_MONTH");
    out("1", "2026-06-20T00:00:00Z", "2026-06-20T00:43:12Z");
    assertEquals(Optional.empty(), amount());
    out("1", "2026-06-21T00:00:00Z", "2026-06-21T00:00:01Z");
    assertEquals(Optional.of("-800.00"), amount());
  }

  @Test
  void withoutAPromiseNothingIsDue() {
    terms = Terms.of("K").fee("8000.00", Commitment.Fee.Per.MONTH);
    out("4", "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z");
    assertEquals(Optional.empty(), amount());
  }
}
