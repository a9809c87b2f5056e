package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.Rating;
import dev.drawdown.kit.Json;
import io.quarkus.qute.Location;
import io.quarkus.qute.Template;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** An invoice as JSON and as a page; both show the same numbers because both show this view. */
@ApplicationScoped
public class InvoiceDocuments {
  /** An invoice as it is answered. */
  public record View(
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
      Instant issuedAt) {}

  /** The billing period, half-open. */
  public record PeriodView(String label, Instant start, Instant end) {}

  /** Usage that no price is in force for. */
  public record UnpricedView(String sku, String region, String quantity, String unit) {}

  /** One line; amounts as they are printed. */
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
      String amount) {
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
          plain(l.amount()));
    }
  }

  private final Template template;

  InvoiceDocuments(@Location("invoice.html") Template template) {
    this.template = template;
  }

  public View view(Invoice invoice) {
    return new View(
        invoice.id() == null ? null : invoice.id().toString(),
        invoice.number(),
        invoice.account().id(),
        invoice.account().name(),
        invoice.status().name(),
        new PeriodView(
            invoice.period().label().toString(), invoice.period().start(), invoice.period().end()),
        invoice.account().currency().getCurrencyCode(),
        invoice.result().lines().stream().map(LineView::of).toList(),
        unpriced(invoice.result()),
        plain(invoice.result().subtotal()),
        plain(invoice.result().tax()),
        plain(invoice.result().total()),
        invoice.issuedAt());
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

  public byte[] json(Invoice invoice) {
    return Json.bytes(view(invoice));
  }

  public byte[] html(Invoice invoice) {
    return template
        .data("invoice", view(invoice))
        .data("zone", invoice.account().zone().getId())
        .data("start", invoice.period().start().atZone(invoice.account().zone()).toLocalDate())
        .data(
            "end",
            invoice.period().end().atZone(invoice.account().zone()).toLocalDate().minusDays(1))
        .render()
        .getBytes(StandardCharsets.UTF_8);
  }
}
