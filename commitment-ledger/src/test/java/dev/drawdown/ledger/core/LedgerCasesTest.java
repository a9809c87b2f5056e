package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hard cases from public reports that belong to the ledger; their numbers are C15 to C36. */
class LedgerCasesTest {
  private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");

  private static LedgerModel ledger(String zone) {
    return new LedgerModel(new Calendar(ZoneId.of(zone), 1));
  }

  private static Fact span(String id, BigDecimal gpus, Instant start, long seconds) {
    return new Fact.Usage(
        new Identity("acme", "test", id),
        new UsageKey(UsageClass.ELASTIC, "a100", ""),
        "",
        "",
        new Fact.Measure.Span(gpus, start, start.plusSeconds(seconds)));
  }

  /** C19 (a): an event is kept to 12 decimals, and seven of them show as one GPU hour. */
  @Test
  void sevenSeventhsOfAGpuAreOneHour() {
    BigDecimal seventh = BigDecimal.ONE.divide(new BigDecimal(7), 12, RoundingMode.HALF_UP);
    LedgerModel ledger = ledger("UTC");
    for (int i = 0; i < 7; i++) {
      ledger.book(span("mig" + i, seventh, NOON, 3600));
    }
    assertEquals(new BigDecimal("1.000000"), ledger.sum(Books.Kind.ON_DEMAND).hours());
  }

  /** C19 (c): nothing is rounded for each job. */
  @Test
  void threeHundredAndSixtyJobsOfTenSecondsAreOneHour() {
    LedgerModel ledger = ledger("UTC");
    List<Fact> jobs = new ArrayList<>();
    for (int i = 0; i < 360; i++) {
      jobs.add(span("job" + i, BigDecimal.ONE, NOON.plusSeconds(17L * i), 10));
    }
    ledger.book(jobs);
    assertEquals(new BigDecimal("1.000000"), ledger.sum(Books.Kind.ON_DEMAND).hours());
    assertEquals(0, ledger.sum(Books.Kind.ON_DEMAND).unitSeconds().compareTo(decimal("3600")));
  }

  /** C20 (b): one event over two month ends. */
  @Test
  void oneSpanOverTwoMonthEnds() {
    LedgerScenario.check(
        """
        span e 1 a100 2026-01-31T23:00:00Z to 2026-03-01T01:00:00Z
        then used 1h in 2026-01
        then used 672h in 2026-02
        then used 1h in 2026-03
        then used 674h
        """);
  }

  /** C20 (c) and (d). */
  @Test
  void anEmptySpanBooksNothingAndAReversedOneCannotBe() {
    LedgerModel ledger = ledger("UTC");
    ledger.book(span("empty", BigDecimal.ONE, NOON, 0));
    assertTrue(ledger.journal.isEmpty());
    assertThrows(IllegalArgumentException.class, () -> span("back", BigDecimal.ONE, NOON, -1));
  }

  /** C22: a duplicate, in the same batch or a later one, leaves what follows alone. */
  @Test
  void aDuplicateDoesNotPoisonWhatFollows() {
    LedgerModel ledger = ledger("UTC");
    Fact a = span("A", BigDecimal.ONE, NOON, 3600);
    Fact b = span("B", decimal("2"), NOON, 3600);
    ledger.book(a, a, b);
    ledger.book(b, span("C", decimal("4.00"), NOON, 3600), span("C", decimal("4"), NOON, 3600));
    assertEquals(new BigDecimal("7.000000"), ledger.sum(Books.Kind.ON_DEMAND).hours());
    assertEquals(3, ledger.duplicates.size());
    ledger.book(span("A", decimal("1.5"), NOON, 3600));
    assertEquals(1, ledger.conflicts.size());
    assertEquals(new BigDecimal("7.000000"), ledger.sum(Books.Kind.ON_DEMAND).hours());
  }

  /** C26: a month begins at the account's midnight, also at half and three quarters of an hour. */
  @Test
  void monthsBeginAtTheAccountsMidnight() {
    LedgerScenario.check(
        """
        zone Asia/Kolkata
        use a 1h a100 at 2026-03-31T18:29:59Z
        use b 1h a100 at 2026-03-31T18:30:00Z
        use c 1h a100 at 2026-03-31T18:45:00Z
        then used 1h in 2026-03
        then used 2h in 2026-04
        """);
    LedgerScenario.check(
        """
        zone Asia/Kathmandu
        use a 1h a100 at 2026-03-31T18:14:59Z
        use b 1h a100 at 2026-03-31T18:15:00Z
        then used 1h in 2026-03
        then used 1h in 2026-04
        """);
    LedgerScenario.check(
        """
        zone Australia/Lord_Howe
        span e 1 a100 2026-03-31T13:00:00Z to 2026-04-30T13:30:00Z
        then used 720.5h in 2026-04
        then used 720.5h
        """);
  }

  /** A capacity of one GPU covers every hour of a month with a clock change of half an hour. */
  @Test
  void capacityCoversEveryHourOfAMonthWithAClockChange() {
    LedgerScenario.check(
        """
        zone Australia/Lord_Howe
        capacity C a100 1 2026-03-31T13:00:00Z to 2026-04-30T13:30:00Z
        span e 1 a100 2026-03-31T13:00:00Z to 2026-04-30T13:30:00Z
        then draws C 720.5h
        then overage 0h
        """);
  }

  /** C36 (d): a calendar month's pool begun on the tenth grants its part of the month. */
  @Test
  void aPoolBegunInsideAMonthGrantsItsPart() {
    LedgerScenario.check(
        """
        pool K a100 310h 2026-01-10 to 2027-01-01 window CALENDAR_MONTH
        use e 300h a100 at 2026-01-20
        then drawn K 220h from 2026-01-10
        then overage 80h
        """);
  }

  @Test
  void aCommitmentEndedEarlyGivesBackWhatWasDrawnAfterItsEnd() {
    LedgerScenario.check(
        """
        pool K a100 100h 2026-01-01 to 2027-01-01
        use january 10h a100 at 2026-01-10
        use march 20h a100 at 2026-03-10
        end K at 2026-02-01
        then draws K 10h
        then on-demand 20h
        then lapsed K 90h from 2026-01-01
        """);
  }

  @Test
  void aCapacityEndedInsideAnHourGrantsThePartOfTheHourBefore() {
    LedgerScenario.check(
        """
        capacity C a100 4 2026-01-01 to 2027-01-01
        span e 4 a100 2026-03-10T12:00:00Z to 2026-03-10T13:00:00Z
        end C at 2026-03-10T12:15:00Z
        then draws C 1h
        then on-demand 3h
        """);
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }
}
