package dev.drawdown.billing.app;

import com.fasterxml.jackson.databind.SequenceWriter;
import dev.drawdown.billing.app.InvoiceView.LineView;
import dev.drawdown.kit.Json;
import io.quarkus.qute.Location;
import io.quarkus.qute.Template;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An invoice's forms. All are made of one {@link InvoiceView}, so all show the same numbers. */
@ApplicationScoped
public class InvoiceDocuments {
  private static final List<String> COLUMNS =
      List.of(
          "number",
          "account",
          "period",
          "currency",
          "kind",
          "description",
          "sku",
          "region",
          "commitment",
          "quantity",
          "unit",
          "unitPrice",
          "discountPercent",
          "gross",
          "discount",
          "amount",
          "correctsPeriod");

  private final Template template;
  private final PdfPages pdfPages;
  private final CsvTables csvTables;

  InvoiceDocuments(
      @Location("invoice.html") Template template, PdfPages pdfPages, CsvTables csvTables) {
    this.template = template;
    this.pdfPages = pdfPages;
    this.csvTables = csvTables;
  }

  public byte[] json(InvoiceView view) {
    return Json.bytes(view);
  }

  public byte[] html(InvoiceView view) {
    return page(view).getBytes(StandardCharsets.UTF_8);
  }

  public byte[] pdf(InvoiceView view) {
    return pdfPages.draw(page(view));
  }

  private String page(InvoiceView view) {
    return template.data("invoice", view).data("chart", Chart.of(view)).render();
  }

  /** One record a line of the invoice; RFC 4180, safe to open in a spreadsheet. */
  public byte[] csv(InvoiceView view) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SequenceWriter records = csvTables.open(out, COLUMNS)) {
      for (LineView line : view.lines()) {
        records.write(cells(view, line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static String[] cells(InvoiceView view, LineView line) {
    return new String[] {
      view.number(),
      view.account(),
      view.period().label(),
      view.currency(),
      line.kind(),
      CsvTables.text(line.description()),
      CsvTables.text(line.sku()),
      CsvTables.text(line.region()),
      CsvTables.text(line.commitment()),
      line.quantity(),
      line.unit(),
      line.unitPrice(),
      line.discountPercent(),
      line.gross(),
      line.discount(),
      line.amount(),
      line.correctsPeriod()
    };
  }
}
