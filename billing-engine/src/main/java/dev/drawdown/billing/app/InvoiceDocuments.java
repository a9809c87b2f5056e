package dev.drawdown.billing.app;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
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
  private final ObjectWriter csv;

  InvoiceDocuments(@Location("invoice.html") Template template, PdfPages pdfPages) {
    this.template = template;
    this.pdfPages = pdfPages;
    CsvSchema.Builder schema = CsvSchema.builder();
    COLUMNS.forEach(schema::addColumn);
    this.csv =
        new CsvMapper()
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .writer(schema.setLineSeparator("\r\n").build());
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
    try (SequenceWriter records = csv.writeValues(out)) {
      records.write(COLUMNS.toArray());
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
      text(line.description()),
      text(line.sku()),
      text(line.region()),
      text(line.commitment()),
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

  /** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
  private static String text(String cell) {
    return cell != null && !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0
        ? "'" + cell
        : cell;
  }
}
