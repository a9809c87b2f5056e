package dev.drawdown.billing.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.drawdown.billing.core.Day;
import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.Outage;
import dev.drawdown.billing.core.Rating;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * An invoice as every form shows it, amounts as they are printed.
 *
 * @param days hours by day, for the chart; invoices of the first version have none
 * @param voidedAt absent unless the invoice is void
 */
public record InvoiceView(
    String id,
    String number,
    String account,
    String accountName,
    String status,
    PeriodView period,
    String currency,
    List<LineView> lines,
    List<UnpricedView> unpriced,
    String subtotal,
    String tax,
    String total,
    List<DayView> days,
    Instant issuedAt,
    Instant voidedAt,
    String voidReason) {

  /**
   * The billing period, half-open, and its first and last day in the account's zone.
   *
   * @param firstDay absent in invoices of the first version, as the zone is
   */
  public record PeriodView(
      String label, Instant start, Instant end, String timeZone, String firstDay, String lastDay) {}

  /** Usage that no price is in force for. */
  public record UnpricedView(String sku, String region, String quantity, String unit) {}

  /** An outage that a credit is due for. */
  public record OutageView(String source, String id, String gpus, Instant start, Instant end) {
    static OutageView of(Outage o) {
      return new OutageView(o.source(), o.id(), plain(o.gpus()), o.start(), o.end());
    }
  }

  /** Hours of one day. */
  public record DayView(
      String day, String committed, String drawn, String overage, String onDemand, String lapsed) {
    static DayView of(Day d) {
      return new DayView(
          d.day().toString(),
          plain(d.committed()),
          plain(d.drawn()),
          plain(d.overage()),
          plain(d.onDemand()),
          plain(d.lapsed()));
    }
  }

  /** One line; a correction says which kind of charge it corrects. */
  public record LineView(
      String kind,
      String description,
      String sku,
      String region,
      String commitment,
      String quantity,
      String unit,
      String unitPrice,
      String discountPercent,
      String gross,
      String discount,
      String amount,
      String correctsPeriod,
      String correctsKind,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OutageView> evidence) {
    static LineView of(Line l) {
      return new LineView(
          l.kind().name(),
          l.description(),
          l.sku(),
          l.region(),
          l.commitment(),
          plain(l.quantity()),
          l.unit(),
          plain(l.unitPrice()),
          plain(l.discountPercent()),
          plain(l.gross()),
          plain(l.discount()),
          plain(l.amount()),
          l.correctsPeriod(),
          l.correctsPeriod() == null ? null : l.of().charge().name(),
          l.evidence().stream().map(OutageView::of).toList());
    }
  }

  public static InvoiceView of(Invoice invoice) {
    Rating.Result result = invoice.result();
    return new InvoiceView(
        invoice.id() == null ? null : invoice.id().toString(),
        invoice.number(),
        invoice.account().id(),
        invoice.account().name(),
        invoice.status().name(),
        period(invoice),
        invoice.account().currency().getCurrencyCode(),
        result.lines().stream().map(LineView::of).toList(),
        unpriced(result),
        plain(result.subtotal()),
        plain(result.tax()),
        plain(result.total()),
        invoice.days().stream().map(DayView::of).toList(),
        invoice.issuedAt(),
        null,
        null);
  }

  private static PeriodView period(Invoice invoice) {
    var zone = invoice.account().zone();
    return new PeriodView(
        invoice.period().label().toString(),
        invoice.period().start(),
        invoice.period().end(),
        zone.getId(),
        invoice.period().start().atZone(zone).toLocalDate().toString(),
        invoice.period().end().atZone(zone).toLocalDate().minusDays(1).toString());
  }

  /** Absent when every use has a price. */
  private static List<UnpricedView> unpriced(Rating.Result result) {
    return result.unpriced().isEmpty()
        ? null
        : result.unpriced().stream()
            .map(u -> new UnpricedView(u.sku(), u.region(), plain(u.quantity()), u.unit()))
            .toList();
  }

  private static String plain(BigDecimal value) {
    return value == null ? null : value.toPlainString();
  }

  /** The same, made void. */
  public InvoiceView voided(Instant at, String reason) {
    return new InvoiceView(
        id,
        number,
        account,
        accountName,
        Invoice.Status.VOID.name(),
        period,
        currency,
        lines,
        unpriced,
        subtotal,
        tax,
        total,
        days,
        issuedAt,
        at,
        reason);
  }

  /** What the document is called: a negative total makes it a credit note. */
  public String title() {
    return total.startsWith("-") ? "Credit note" : "Invoice";
  }
}
