package dev.drawdown.ledger.core;

import org.junit.jupiter.api.Test;

/** The rules of drawing down, as stories with whole numbers. */
class DrawdownTest {
  @Test
  void lateUsageCountsAtItsOwnTime() {
    LedgerScenario.check(
        """
        pool K1 a100-80g 10h 2026-01-01 to 2026-02-01
        pool K2 a100-80g 10h 2026-01-15 to 2026-03-01
        use e2 8h a100-80g at 2026-01-20
        use e1 6h a100-80g at 2026-01-10            # arrives later, counts earlier
        then draws K1 6h at 2026-01-10
        then draws K1 4h at 2026-01-20
        then draws K2 4h at 2026-01-20
        then overage 0h
        """);
  }

  @Test
  void fourCommitmentsAreDrawnByPriorityAndThenByWhatEndsSooner() {
    LedgerScenario.check(
        """
        pool A a100 100h 2026-01-01 to 2026-07-01 priority 10
        pool B a100 50h 2026-01-01 to 2026-04-01 priority 10
        pool C a100 30h 2026-01-01 to 2099-01-01 priority 10
        pool D a100 20h 2026-01-01 to 2027-01-01 priority 1
        use march 120h a100 at 2026-03-10
        use april 90h a100 at 2026-04-10
        then draws D 20h at 2026-03-10
        then draws B 50h at 2026-03-10
        then draws A 50h at 2026-03-10
        then draws A 50h at 2026-04-10
        then draws C 30h at 2026-04-10
        then overage 10h at 2026-04-10
        """);
  }

  @Test
  void usageOutsideTheTermIsOnDemand() {
    LedgerScenario.check(
        """
        pool K a100 100h 2026-06-15 to 2026-07-01
        use before 60h a100 at 2026-06-05
        use inside 50h a100 at 2026-06-20
        use first 1h a100 at 2026-06-15T00:00:00Z
        use last 1h a100 at 2026-06-14T23:59:59.999999Z
        then draws K 51h
        then on-demand 61h
        then overage 0h
        """);
  }

  @Test
  void capacityIsCountedByTheHourWhereverInTheHourItWasUsed() {
    LedgerScenario.check(
        """
        capacity C a100 4 2026-01-01 to 2027-01-01
        span half 8 a100 2026-01-10T10:00:00Z to 2026-01-10T10:30:00Z
        span more 1 a100 2026-01-10T10:30:00Z to 2026-01-10T12:00:00Z
        then draws C 5h
        then overage 0.5h
        """);
  }

  @Test
  void capacityOfAnHourIsSharedByTheSlicesThatOtherTermsCutItInto() {
    LedgerScenario.check(
        """
        capacity C a100 4 2026-01-01 to 2027-01-01
        pool P a100 1h 2026-01-10T10:30:00Z to 2026-02-01
        span early 6 a100 2026-01-10T10:00:00Z to 2026-01-10T10:30:00Z
        span late 6 a100 2026-01-10T10:30:00Z to 2026-01-10T11:00:00Z
        then draws C 4h
        then draws P 1h
        then overage 1h
        """);
  }

  @Test
  void aTermThatEndsInsideAnHourGrantsItsPartOfTheHour() {
    LedgerScenario.check(
        """
        capacity C a100 4 2026-01-01 to 2026-01-10T10:15:00Z
        span e 8 a100 2026-01-10T10:00:00Z to 2026-01-10T11:00:00Z
        then draws C 1h
        then overage 1h
        then on-demand 6h
        """);
  }

  @Test
  void reservedUsageDrawsBeforeElastic() {
    LedgerScenario.check(
        """
        capacity C a100 4 2026-01-01 to 2027-01-01
        capacity R a100 1 2026-01-01 to 2027-01-01 class reserved priority 200
        span e 3 a100 2026-01-10T10:00:00Z to 2026-01-10T11:00:00Z class elastic
        span r 3 a100 2026-01-10T10:00:00Z to 2026-01-10T11:00:00Z class reserved
        then draws C 4h
        then draws R 0h
        then overage 2h
        """);
  }

  @Test
  void aWeightDrawsMoreUnitsThanItCovers() {
    LedgerScenario.check(
        """
        pool P h100 10h 2026-01-01 to 2026-02-01 weight 2.5
        use e 5h h100 at 2026-01-10
        then draws P 4h
        then drawn P 10h from 2026-01-01
        then overage 1h
        """);
  }

  @Test
  void narrowerScopeIsDrawnFirst() {
    LedgerScenario.check(
        """
        # the ids would have it the other way round
        pool a-wide a100,h100 10h 2026-01-01 to 2026-02-01
        pool b-narrow a100 10h 2026-01-01 to 2026-02-01
        pool c-local a100 10h 2026-01-01 to 2026-02-01 region eu
        use e 15h a100 at 2026-01-10 region eu
        then draws c-local 10h
        then draws b-narrow 5h
        then draws a-wide 0h
        """);
  }

  @Test
  void monthlyWindowsClampToShortMonthsAndComeBackToTheAnchor() {
    LedgerScenario.check(
        """
        pool M a100 10h 2026-01-31 to 2026-07-31 window MONTH
        use feb27 12h a100 at 2026-02-27
        use feb28 12h a100 at 2026-02-28
        use mar30 1h a100 at 2026-03-30
        use mar31 12h a100 at 2026-03-31
        then drawn M 10h from 2026-01-31
        then drawn M 10h from 2026-02-28
        then drawn M 10h from 2026-03-31
        then overage 7h
        """);
  }

  @Test
  void calendarMonthsOfAPoolAreProratedByTime() {
    LedgerScenario.check(
        """
        pool M a100 310h 2026-01-10 to 2027-01-01 window CALENDAR_MONTH
        use jan 230h a100 at 2026-01-20
        use feb 320h a100 at 2026-02-20
        then drawn M 220h from 2026-01-10
        then drawn M 310h from 2026-02-01
        then overage 20h
        """);
  }

  @Test
  void spansAreCutAtMonthEnds() {
    LedgerScenario.check(
        """
        span a 8 a100 2026-02-28T22:00:00Z to 2026-03-01T02:00:00Z
        span b 1 a100 2026-01-31T23:00:00Z to 2026-03-01T01:00:00Z
        span zero 8 a100 2026-02-10T00:00:00Z to 2026-02-10T00:00:00Z
        then used 1h in 2026-01
        then used 688h in 2026-02
        then used 17h in 2026-03
        then used 706h
        """);
  }

  @Test
  void aVoidedEventNeverCounted() {
    LedgerScenario.check(
        """
        pool K a100 10h 2026-01-01 to 2026-02-01
        use e1 6h a100 at 2026-01-10
        use e2 8h a100 at 2026-01-20
        void e1
        then draws K 8h
        then overage 0h
        then used 8h
        """);
  }

  @Test
  void aPartialCorrectionIsSpreadOverTheSpan() {
    LedgerScenario.check(
        """
        span e 4 a100 2026-01-10T10:00:00Z to 2026-01-10T14:00:00Z
        add -6h to e
        then used 10h
        """);
  }

  @Test
  void aCorrectionThatWouldTakeTheNetBelowZeroIsRefused() {
    LedgerScenario.check(
        """
        use e 5h a100 at 2026-01-10
        add -3h to e
        add -3h to e
        add -2h to e
        then used 0h
        then refused 1
        """);
  }

  @Test
  void hoursFollowTheClockOfZonesWithHalfHours() {
    LedgerScenario.check(
        """
        zone Asia/Kolkata
        capacity C a100 1 2026-01-01 to 2027-01-01
        span e 2 a100 2026-01-10T10:30:00Z to 2026-01-10T11:00:00Z
        span f 2 a100 2026-01-10T11:00:00Z to 2026-01-10T11:30:00Z
        then draws C 1h
        then overage 1h
        """);
  }

  @Test
  void earlierStartAndThenTheIdDecideBetweenEquals() {
    LedgerScenario.check(
        """
        pool A-later a100 10h 2026-02-01 to 2027-01-01
        pool B-earlier a100 10h 2026-01-01 to 2027-01-01
        pool C-earlier a100 10h 2026-01-01 to 2027-01-01
        use e1 25h a100 at 2026-03-10
        then draws B-earlier 10h
        then draws C-earlier 10h
        then draws A-later 5h
        """);
  }

  @Test
  void windowThatTurnsInsideAnHourCutsIt() {
    LedgerScenario.check(
        """
        pool P a100 1h 2026-01-10T10:30:00Z to 2026-06-01 window MONTH
        span e 4 a100 2026-02-10T10:00:00Z to 2026-02-10T11:00:00Z
        then drawn P 1h since 2026-01-10T10:30:00Z
        then drawn P 1h since 2026-02-10T10:30:00Z
        then overage 2h
        """);
  }
}
