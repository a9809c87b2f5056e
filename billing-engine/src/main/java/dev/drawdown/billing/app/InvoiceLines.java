package dev.drawdown.billing.app;

import dev.drawdown.billing.app.InvoiceView.LineView;
import dev.drawdown.billing.core.Line;
import java.math.BigDecimal;
import java.util.List;

/** The lines of an issued invoice, read back from what was frozen. */
final class InvoiceLines {
  private InvoiceLines() {}

  static List<Line> of(InvoiceView view) {
    return view.lines().stream().map(InvoiceLines::line).toList();
  }

  private static Line line(LineView v) {
    Line.Kind kind = Line.Kind.valueOf(v.kind());
    return new Line(
        kind,
        new Line.Subject(
            v.correctsKind() == null ? kind : Line.Kind.valueOf(v.correctsKind()),
            v.sku(),
            v.region(),
            v.commitment()),
        v.description(),
        number(v.quantity()),
        v.unit(),
        number(v.unitPrice()),
        number(v.discountPercent()),
        number(v.gross()),
        number(v.discount()),
        number(v.amount()),
        v.correctsPeriod(),
        List.of());
  }

  private static BigDecimal number(String text) {
    return text == null ? null : new BigDecimal(text);
  }
}
