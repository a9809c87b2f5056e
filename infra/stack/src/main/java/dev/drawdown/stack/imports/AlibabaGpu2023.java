package dev.drawdown.stack.imports;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;

/**
 * Pods of Alibaba's cluster-trace-gpu-v2023. A pod holds {@code num_gpu x gpu_milli / 1000} GPUs
 * from its scheduling to its deletion; one that was never scheduled, or has no GPU, bills nothing.
 */
final class AlibabaGpu2023 implements Format {
  private static final String SOURCE = "traces/alibaba-gpu-2023";

  @Override
  public Row read(CSVRecord row, long line, Settings settings) {
    try {
      int gpus = Integer.parseInt(row.get("num_gpu"));
      String scheduled = row.get("scheduled_time");
      if (scheduled.isEmpty()) {
        return new Row.Nothing(line, "never scheduled");
      }
      if (gpus == 0) {
        return new Row.Nothing(line, "no GPU");
      }
      BigDecimal held =
          BigDecimal.valueOf(gpus)
              .multiply(BigDecimal.valueOf(Integer.parseInt(row.get("gpu_milli")), 3));
      String name = row.get("name");
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("sku", settings.sku());
      data.put("gpus", held.toPlainString());
      data.put("start", at(settings, scheduled).toString());
      data.put("end", at(settings, row.get("deletion_time")).toString());
      data.put("class", settings.usageClass());
      data.put("resource", "pod/" + name);
      data.put("labels", labels(row));
      return new Row.Event(line, Format.envelope(settings, SOURCE, name, data));
    } catch (IllegalArgumentException e) {
      return new Row.Bad(line, e.getMessage());
    }
  }

  private static Instant at(Settings settings, String seconds) {
    return settings.anchor().plusSeconds(Long.parseLong(seconds));
  }

  private static Map<String, String> labels(CSVRecord row) {
    Map<String, String> labels = new LinkedHashMap<>();
    put(labels, "qos", row.get("qos"));
    put(labels, "gpu_spec", row.get("gpu_spec"));
    put(labels, "phase", row.get("pod_phase"));
    return labels;
  }

  private static void put(Map<String, String> labels, String name, String value) {
    if (!value.isEmpty()) {
      labels.put(name, value);
    }
  }
}
