package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard cases of billing periods and numbers, as other systems' users reported them. */
class BillingCasesTest {
  private static Account account(String zone, int billingDay) {
    return new Account(
        "acme", "Acme", Currency.getInstance("USD"), ZoneId.of(zone), BigDecimal.ZERO, billingDay);
  }

  private static List<LocalDate> beginnings(int billingDay, String first) {
    Account account = account("UTC", billingDay);
    List<LocalDate> days = new ArrayList<>();
    YearMonth label = YearMonth.parse(first);
    for (int i = 0; i < 7; i++) {
      Period period = account.period(label.plusMonths(i));
      days.add(LocalDate.ofInstant(period.start(), ZoneOffset.UTC));
      assertEquals(account.period(label.plusMonths(i + 1)).start(), period.end());
    }
    return days;
  }

  @Test
  void anchorsAtTheMonthsEndDoNotSlide() {
    assertEquals(
        List.of(
            LocalDate.parse("2026-01-31"),
            LocalDate.parse("2026-02-28"),
            LocalDate.parse("2026-03-31"),
            LocalDate.parse("2026-04-30"),
            LocalDate.parse("2026-05-31"),
            LocalDate.parse("2026-06-30"),
            LocalDate.parse("2026-07-31")),
        beginnings(31, "2026-01"));
    assertEquals(LocalDate.parse("2026-03-30"), beginnings(30, "2026-01").get(2));
    assertEquals(LocalDate.parse("2028-02-29"), beginnings(31, "2028-01").get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "Asia/Kolkata, 2026-03-31T18:29:59Z, 2026-03",
    "Asia/Kolkata, 2026-03-31T18:30:00Z, 2026-04",
    "Asia/Kolkata, 2026-03-31T18:45:00Z, 2026-04",
    "Asia/Kathmandu, 2026-03-31T18:14:59Z, 2026-03",
    "Asia/Kathmandu, 2026-03-31T18:15:00Z, 2026-04"
  })
  void localMidnightDividesMonthsAlsoOffTheHour(String zone, String at, String label) {
    assertEquals(YearMonth.parse(label), account(zone, 1).periodOf(Instant.parse(at)).label());
  }

  @Test
  void januaryInAucklandBeginsInDecember() {
    Period january = account("Pacific/Auckland", 1).period(YearMonth.parse("2026-01"));
    assertEquals(Instant.parse("2025-12-31T11:00:00Z"), january.start());
    assertEquals(Instant.parse("2026-01-31T11:00:00Z"), january.end());
    assertEquals(744, Duration.between(january.start(), january.end()).toHours());
    assertFalse(january.hasEndedAt(Instant.parse("2026-01-31T10:59:59Z")));
    assertTrue(january.hasEndedAt(Instant.parse("2026-01-31T11:30:00Z")));
  }

  @Test
  void marchInNewYorkHas743Hours() {
    Period march = account("America/New_York", 1).period(YearMonth.parse("2026-03"));
    assertEquals(743, Duration.between(march.start(), march.end()).toHours());
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "en-GB", "de-DE", "ar-EG", "hi-IN-u-nu-deva"})
  void numbersCarryTheCalendarYearInEveryLocale(String locale) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      for (String day : List.of("2025-12-29", "2026-12-27", "2026-12-31", "2027-01-01")) {
        int year = LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).getYear();
        assertEquals("INV-" + day.substring(0, 4) + "-000007", Invoice.number(year, 7));
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void zeroIsNeverNegativeAndNothingIsInExponentForm() {
    assertEquals(
        "0.00", Money.round(new BigDecimal("-0.001"), Currency.getInstance("USD")).toPlainString());
    assertEquals(
        "100.00",
        Money.unitPrice(new BigDecimal("1E+2"), Currency.getInstance("USD")).toPlainString());
  }
}
