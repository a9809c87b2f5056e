package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;

/**
 * One line of an invoice. Gross and amount are each rounded once; the discount is what lies between
 * them, so the line adds up as printed.
 *
 * @param of what it charges for, in whichever period
 * @param quantity in the unit, 6 decimals, for people; money is reckoned from the exact quantity
 * @param correctsPeriod the label of the older period that a CORRECTION is for; else null
 * @param evidence the outages that an SLA_CREDIT is due for
 */
public record Line(
    Kind kind,
    Subject of,
    String description,
    BigDecimal quantity,
    String unit,
    BigDecimal unitPrice,
    BigDecimal discountPercent,
    BigDecimal gross,
    BigDecimal discount,
    BigDecimal amount,
    String correctsPeriod,
    List<Outage> evidence) {

  /** What a line charges, in the order of the invoice. */
  public enum Kind {
    COMMITMENT_FEE,
    COVERED,
    OVERAGE,
    ON_DEMAND,
    SLA_CREDIT,
    CORRECTION,
    TAX
  }

  /**
   * What money is for: the kind of charge, and what it was for. Absent parts are null.
   *
   * @param charge of a correction, the kind of charge that is corrected
   */
  public record Subject(Kind charge, String sku, String region, String commitment) {
    private static final Comparator<String> TEXT = Comparator.nullsFirst(Comparator.naturalOrder());

    /** The order of lines on an invoice. */
    public static final Comparator<Subject> ORDER =
        Comparator.comparing(Subject::charge)
            .thenComparing(Subject::sku, TEXT)
            .thenComparing(Subject::region, TEXT)
            .thenComparing(Subject::commitment, TEXT);
  }

  public Line {
    evidence = List.copyOf(evidence);
    if (gross.subtract(discount).compareTo(amount) != 0) {
      throw new IllegalArgumentException("gross - discount is not the amount: " + description);
    }
    if ((kind == Kind.CORRECTION) != (correctsPeriod != null)) {
      throw new IllegalArgumentException("a correction names its period: " + description);
    }
  }

  /** Usage or a fee, with its price. */
  static Line priced(
      Subject of,
      String description,
      BigDecimal quantity,
      String unit,
      BigDecimal unitPrice,
      BigDecimal discountPercent,
      BigDecimal gross,
      BigDecimal amount) {
    return new Line(
        of.charge(),
        of,
        description,
        quantity,
        unit,
        unitPrice,
        discountPercent,
        gross,
        gross.subtract(amount),
        amount,
        null,
        List.of());
  }

  /** An amount that no quantity stands behind. */
  static Line plain(Kind kind, Subject of, String description, BigDecimal amount, String corrects) {
    return new Line(
        kind,
        of,
        description,
        null,
        null,
        null,
        BigDecimal.ZERO,
        amount,
        amount.subtract(amount),
        amount,
        corrects,
        List.of());
  }

  Line with(List<Outage> outages) {
    return new Line(
        kind,
        of,
        description,
        quantity,
        unit,
        unitPrice,
        discountPercent,
        gross,
        discount,
        amount,
        correctsPeriod,
        outages);
  }

  public String sku() {
    return of.sku();
  }

  public String region() {
    return of.region();
  }

  public String commitment() {
    return of.commitment();
  }
}
