package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Currency;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeesTest {
  private static Optional<String> fee(
      Commitment.Fee.Per per, String amount, String start, String end, String month) {
    Account account =
        new Account(
            "acme", "Acme", Currency.getInstance("USD"), ZoneId.of("UTC"), BigDecimal.ZERO, 1);
    Commitment commitment =
        Terms.of("K").from(start + "T00:00:00Z", end + "T00:00:00Z").fee(amount, per).make();
    return Fees.lineOf(account, commitment, account.period(YearMonth.parse(month)))
        .map(line -> line.amount().toPlainString());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-02-26, 2026-02, 9.96",
    "2026-02-26, 2026-03, 93.00",
    "2028-02-27, 2028-02, 9.62"
  })
  void aMonthlyFeeIsProratedOverTheWholePeriod(String start, String month, String amount) {
    assertEquals(
        Optional.of(amount), fee(Commitment.Fee.Per.MONTH, "93.00", start, "2030-01-01", month));
  }

  @Test
  void noFeeIsDueBeforeTheStartOrAfterTheEnd() {
    assertTrue(
        fee(Commitment.Fee.Per.MONTH, "93", "2026-02-01", "2026-03-01", "2026-01").isEmpty());
    assertTrue(
        fee(Commitment.Fee.Per.MONTH, "93", "2026-02-01", "2026-03-01", "2026-03").isEmpty());
  }

  @Test
  void aTermsFeeIsChargedWholeWhereTheTermBegins() {
    assertEquals(
        Optional.of("910.00"),
        fee(Commitment.Fee.Per.TERM, "910", "2026-05-20", "2027-05-20", "2026-05"));
    assertTrue(
        fee(Commitment.Fee.Per.TERM, "910", "2026-05-20", "2027-05-20", "2026-06").isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01, true",
    "2026-02, false",
    "2026-03, false",
    "2026-04, true",
    "2026-10, true"
  })
  void quartersCountFromTheStartAndClampToShortMonths(String month, boolean due) {
    assertEquals(
        due, fee(Commitment.Fee.Per.QUARTER, "910", "2026-01-31", "2027-01-31", month).isPresent());
  }
}
