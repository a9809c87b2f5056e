package dev.drawdown.billing.app;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.drawdown.billing.core.FocusRow;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Tables as CSV: RFC 4180, and safe to open in a spreadsheet. */
@ApplicationScoped
class CsvTables {
  private static final List<String> FOCUS =
      Arrays.stream(FocusRow.Column.values()).map(Enum::name).toList();

  /** Columns whose cells others have written, and that are not numbers. */
  private static final Set<FocusRow.Column> TEXTS =
      Set.of(
          FocusRow.Column.BillingAccountName,
          FocusRow.Column.ChargeDescription,
          FocusRow.Column.CommitmentDiscountId,
          FocusRow.Column.CommitmentDiscountName,
          FocusRow.Column.CapacityReservationId,
          FocusRow.Column.ResourceId,
          FocusRow.Column.ResourceName,
          FocusRow.Column.RegionId,
          FocusRow.Column.RegionName,
          FocusRow.Column.SkuId,
          FocusRow.Column.SkuPriceId);

  /** A table with a header. */
  SequenceWriter open(OutputStream out, List<String> columns) throws IOException {
    CsvSchema.Builder schema = CsvSchema.builder();
    columns.forEach(schema::addColumn);
    ObjectWriter writer =
        new CsvMapper()
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .writer(schema.setLineSeparator("\r\n").build());
    SequenceWriter records = writer.writeValues(out);
    records.write(columns.toArray());
    return records;
  }

  SequenceWriter focus(OutputStream out) throws IOException {
    return open(out, FOCUS);
  }

  static String[] cells(FocusRow row) {
    FocusRow.Column[] columns = FocusRow.Column.values();
    String[] cells = new String[columns.length];
    for (int i = 0; i < columns.length; i++) {
      String cell = row.get(columns[i]);
      cells[i] = TEXTS.contains(columns[i]) ? text(cell) : cell;
    }
    return cells;
  }

  /** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
  static String text(String cell) {
    return cell != null && !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0
        ? "'" + cell
        : cell;
  }
}
