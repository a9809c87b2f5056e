package dev.drawdown.stack.imports;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVRecord;

/**
 * Drawdown's own columns: {@code id} and either {@code gpus,start,end} or {@code quantity,time};
 * optionally {@code source, sku, region, class, resource} and {@code label:NAME}. Empty cells are
 * absent. Values are sent as they are written, so the service judges them.
 */
final class UsageCsv implements Format {
  private static final Set<String> DATA =
      Set.of("sku", "gpus", "start", "end", "quantity", "region", "class", "resource");
  private static final Set<String> ENVELOPE = Set.of("id", "source", "time");
  private static final String LABEL = "label:";

  @Override
  public Row read(CSVRecord row, long line, Settings settings) {
    if (!row.isConsistent()) {
      return new Row.Bad(line, "has another number of cells than the header");
    }
    Map<String, String> cells = row.toMap();
    String id = cells.getOrDefault("id", "");
    if (id.isEmpty()) {
      return new Row.Bad(line, "id is required");
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("sku", settings.sku());
    data.put("class", settings.usageClass());
    Map<String, String> labels = new LinkedHashMap<>();
    for (Map.Entry<String, String> cell : cells.entrySet()) {
      String column = cell.getKey();
      if (cell.getValue().isEmpty()) {
        continue;
      }
      if (DATA.contains(column)) {
        data.put(column, cell.getValue());
      } else if (column.startsWith(LABEL)) {
        labels.put(column.substring(LABEL.length()), cell.getValue());
      } else if (!ENVELOPE.contains(column)) {
        return new Row.Bad(line, "the column " + column + " is not known");
      }
    }
    if (!labels.isEmpty()) {
      data.put("labels", labels);
    }
    return new Row.Event(line, event(cells, id, data, settings));
  }

  private static Map<String, Object> event(
      Map<String, String> cells, String id, Map<String, Object> data, Settings settings) {
    String source = cells.getOrDefault("source", "");
    Map<String, Object> event =
        new LinkedHashMap<>(
            Format.envelope(
                settings, source.isEmpty() ? "import/" + settings.file() : source, id, data));
    String time = cells.getOrDefault("time", "");
    if (!time.isEmpty()) {
      event.put("time", time);
    }
    return event;
  }
}
