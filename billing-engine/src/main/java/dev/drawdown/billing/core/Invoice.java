package dev.drawdown.billing.core;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * An invoice, or the draft of one.
 *
 * @param id null for a draft
 * @param number null for a draft
 * @param issuedAt null for a draft
 */
public record Invoice(
    UUID id,
    String number,
    Account account,
    Status status,
    Period period,
    Rating.Result result,
    List<Day> days,
    Instant issuedAt) {

  /** Where an invoice is in its life. */
  public enum Status {
    DRAFT,
    FINAL,
    VOID
  }

  public static Invoice draft(
      Account account, Period period, Rating.Result result, List<Day> days) {
    return new Invoice(null, null, account, Status.DRAFT, period, result, days, null);
  }

  /** The number of the n-th invoice of a calendar year, such as INV-2026-000123. */
  public static String number(int year, int n) {
    return String.format(Locale.ROOT, "INV-%04d-%06d", year, n);
  }

  public Invoice issued(UUID newId, String newNumber, Instant at) {
    return new Invoice(newId, newNumber, account, Status.FINAL, period, result, days, at);
  }
}
