package dev.drawdown.billing.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What is charged when facts change after an invoice, as stories with whole numbers. */
class InvoicingTest {
  private final InvoicingModel model = new InvoicingModel();

  @Test
  void lateUsageIsChargedOnceOnTheNextInvoice() {
    model.use("2026-04-05T00:00:00Z", "100");
    assertEquals("200.00", model.finalise("2026-04"));
    model.use("2026-04-20T00:00:00Z", "10");
    model.use("2026-05-02T00:00:00Z", "1");
    assertEquals("22.00", model.finalise("2026-05"));
    assertEquals("20.00", model.correctionsOn("2026-05", "2026-04"));
    assertEquals("0.00", model.finalise("2026-06"));
  }

  @Test
  void backDatedPriceIsCorrectedWhereNoLaterPriceIsInForce() {
    model.price("2.50", "2026-04-16T00:00:00Z");
    model.use("2026-04-05T00:00:00Z", "100");
    model.use("2026-04-20T00:00:00Z", "100");
    assertEquals("450.00", model.finalise("2026-04"));
    model.price("3.00", "2026-04-01T00:00:00Z");
    assertEquals("100.00", model.finalise("2026-05"));
    assertEquals("0.00", model.finalise("2026-06"));
  }

  @Test
  void usageTakenBackGivesACreditNote() {
    model.use("2026-04-05T00:00:00Z", "100");
    assertEquals("200.00", model.finalise("2026-04"));
    model.use("2026-04-05T00:00:00Z", "-40");
    assertEquals("-80.00", model.finalise("2026-05"));
  }

  @Test
  void voidInvoiceOwesNothingAndItsPeriodIsInvoicedAnew() {
    model.use("2026-04-05T00:00:00Z", "100");
    assertEquals("200.00", model.finalise("2026-04"));
    model.makeVoid("2026-04");
    assertEquals("0.00", model.finalise("2026-05"));
    model.use("2026-04-06T00:00:00Z", "1");
    assertEquals("202.00", model.finalise("2026-04"));
  }

  @Test
  void correctionsOfAVoidInvoiceComeAgain() {
    model.use("2026-04-05T00:00:00Z", "100");
    model.finalise("2026-04");
    model.use("2026-04-06T00:00:00Z", "10");
    assertEquals("20.00", model.finalise("2026-05"));
    model.makeVoid("2026-05");
    assertEquals("20.00", model.finalise("2026-05"));
  }

  @Test
  void periodInvoicedAnewDoesNotOweWhatWasCorrectedElsewhere() {
    model.use("2026-04-05T00:00:00Z", "100");
    model.finalise("2026-04");
    model.use("2026-04-06T00:00:00Z", "10");
    assertEquals("20.00", model.finalise("2026-05"));
    model.makeVoid("2026-04");
    assertEquals("200.00", model.finalise("2026-04"));
    assertEquals("220.00", model.charged("2026-04"));
  }

  @Test
  void periodsMayBeFinalisedInAnyOrder() {
    model.use("2026-04-05T00:00:00Z", "100");
    model.use("2026-05-05T00:00:00Z", "10");
    assertEquals("20.00", model.finalise("2026-05"));
    assertEquals("200.00", model.finalise("2026-04"));
    model.use("2026-05-06T00:00:00Z", "1");
    assertEquals("2.00", model.finalise("2026-06"));
  }
}
