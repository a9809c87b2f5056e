package dev.drawdown.e2e;

import java.util.HashMap;
import java.util.Map;

/** Events as clusters publish them. */
final class Events {
  private Events() {}

  /** A quantity of a SKU at an instant. */
  static Map<String, Object> amount(
      String account, String id, String sku, Object quantity, String time) {
    Map<String, Object> event = envelope(account, id, "dev.drawdown.usage.v1");
    event.put("time", time);
    event.put("data", Map.of("sku", sku, "quantity", quantity));
    return event;
  }

  /** GPUs held over a span. */
  static Map<String, Object> span(
      String account, String id, String sku, String gpus, String start, String end) {
    Map<String, Object> event = envelope(account, id, "dev.drawdown.usage.v1");
    event.put("data", Map.of("sku", sku, "gpus", gpus, "start", start, "end", end));
    return event;
  }

  /** Takes an event of the same source back. */
  static Map<String, Object> voided(String account, String id, String corrected, String time) {
    Map<String, Object> event = envelope(account, id, "dev.drawdown.usage.correction.v1");
    event.put("time", time);
    event.put("data", Map.of("corrects", Map.of("source", "test", "id", corrected), "void", true));
    return event;
  }

  private static Map<String, Object> envelope(String account, String id, String type) {
    Map<String, Object> event = new HashMap<>();
    event.put("specversion", "1.0");
    event.put("id", id);
    event.put("source", "test");
    event.put("type", type);
    event.put("subject", account);
    return event;
  }
}
