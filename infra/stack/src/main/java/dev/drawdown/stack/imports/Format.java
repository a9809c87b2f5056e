package dev.drawdown.stack.imports;

import java.time.Instant;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;

/** How the rows of a file become usage events. */
public interface Format {
  /** What holds for every row of one import. */
  record Settings(String account, Instant anchor, String sku, String usageClass, String file) {}

  /** Reads one row; never throws for what the row holds. */
  Row read(CSVRecord record, long line, Settings settings);

  /** The envelope of a usage event. */
  static Map<String, Object> envelope(
      Settings settings, String source, String id, Map<String, Object> data) {
    return Map.of(
        "specversion",
        "1.0",
        "id",
        id,
        "source",
        source,
        "type",
        "dev.drawdown.usage.v1",
        "subject",
        settings.account(),
        "data",
        data);
  }
}
