package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Currency;
import org.junit.jupiter.api.Test;

/** What on demand, commitments and owning come to. */
class QuoteTest {
  private static final Currency USD = Currency.getInstance("USD");

  private static BigDecimal n(String text) {
    return new BigDecimal(text);
  }

  private static void is(String expected, BigDecimal found) {
    assertEquals(expected, found.toPlainString());
  }

  private final Quote quote = new Quote(USD, n("8"), n("720"), n("4.50"));

  @Test
  void eightGpusForAMonthAgainstTwoThousandAMonthEach() {
    is("25920.00", quote.onDemand());
    Quote.Comparison c = quote.with(new Quote.Offer(n("70080"), n("192000"), 12, BigDecimal.ZERO));
    is("15780.82", c.cost());
    is("39.12", c.savingPercent());
    is("60.88", c.breakEvenPercent());
    is("2.739726", c.perHour());
    is("16000.00", c.feePerPeriod());
    is("0.00", c.overage());
  }

  @Test
  void whatAPoolDoesNotCoverIsOverageAtADiscount() {
    // 4,380 h a month of 730 hours: 4,320 h of the 5,760 h used are covered
    Quote.Comparison c = quote.with(new Quote.Offer(n("52560"), n("120000"), 12, n("10")));
    is("4320.000000", c.coveredHours());
    is("1440.000000", c.overageHours());
    is("5832.00", c.overage());
    is("9863.01", c.fee());
    is("15695.01", c.cost());
  }

  @Test
  void commitmentThatIsTooLargeSavesLessThanNothing() {
    Quote small = new Quote(USD, n("1"), n("720"), n("4.50"));
    Quote.Comparison c = small.with(new Quote.Offer(n("70080"), n("192000"), 12, BigDecimal.ZERO));
    is("-12540.82", c.saving());
    is("-387.06", c.savingPercent());
  }

  @Test
  void ownedGpuIsWrittenOffPoweredKeptAndInsured() {
    Ownership owned =
        new Ownership(n("30000"), n("20"), 48, n("1"), n("0.20"), n("5"), n("4"), n("50"));
    Ownership.Month month = owned.month(USD);
    is("500.00", month.depreciation());
    is("73.00", month.power());
    is("125.00", month.upkeep());
    is("100.00", month.risk());
    is("798.00", month.total());
    is("2.186301", month.perUsedHour());
  }

  @Test
  void seventyBillionParametersIn16BitNeedFourGpusOf80GibToServe() {
    Needs needs =
        new Needs(false, n("70000000000"), n("2"), n("8"), n("4096"), n("80"), n("8192"), n("80"));
    Needs.Estimate estimate = needs.estimate();
    is("156.5", estimate.modelGib());
    is("80.0", estimate.workingGib());
    is("4", estimate.gpus());
  }

  @Test
  void trainingNeedsSixteenBytesAParameter() {
    Needs needs =
        new Needs(true, n("7000000000"), n("2"), n("1"), n("2048"), n("32"), n("4096"), n("80"));
    is("104.3", needs.estimate().modelGib());
    is("2", needs.estimate().gpus());
  }
}
