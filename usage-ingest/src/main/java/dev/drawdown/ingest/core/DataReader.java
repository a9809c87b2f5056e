package dev.drawdown.ingest.core;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Checks the {@code data} of each type of event and writes it in canonical form. */
final class DataReader {
  private static final int MAX_LABELS = 16;
  private static final int MAX_LABEL_KEY = 63;
  private static final int MAX_LABEL_VALUE = 256;

  private final Limits limits;
  private final Instant now;

  DataReader(Limits limits, Instant now) {
    this.limits = limits;
    this.now = now;
  }

  /** Usage as a span or a quantity; returns the event's time, which a quantity needs. */
  Instant usage(Node event, Node data, Map<String, Object> out) {
    put(out, "sku", data.text("sku", Texts::id));
    boolean span = data.has("gpus") || data.has("start") || data.has("end");
    if (span && data.has("quantity")) {
      data.faults().add(data.at("quantity"), "cannot stand beside gpus, start and end");
    }
    Instant time = time(event, !span);
    if (span) {
      put(out, "gpus", notNegative(data, "gpus"));
      span(data, out);
    } else {
      put(out, "quantity", notNegative(data, "quantity"));
      requireWithinReach(event, "time", time);
    }
    put(out, "region", data.optionalText("region", Texts::id));
    String usageClass = data.optionalText("class", DataReader::usageClass);
    put(out, "class", usageClass == null ? "elastic" : usageClass);
    put(out, "resource", data.optionalText("resource", Texts::id));
    labels(data, out);
    return time;
  }

  /** A correction of another event of the same account. */
  Instant correction(Node event, Node data, Map<String, Object> out) {
    Node target = data.object("corrects");
    Map<String, String> corrects = new TreeMap<>();
    String source = target.text("source", Texts::id);
    String id = target.text("id", Texts::id);
    if (source != null && id != null) {
      corrects.put("source", source);
      corrects.put("id", id);
    }
    out.put("corrects", corrects);
    boolean voids = data.has("void");
    if (voids == data.has("quantity")) {
      data.faults().add(data.path(), "needs exactly one of void and quantity");
    } else if (voids) {
      if (!(data.members().get("void") instanceof JsonValue.Bool bool && bool.value())) {
        data.faults().add(data.at("void"), "must be true");
      }
      out.put("void", true);
    } else {
      put(out, "quantity", plain(data.decimal("quantity")));
    }
    Instant time = time(event, true);
    requireNotAhead(event, "time", time);
    return time;
  }

  /** GPUs of a commitment that were not available. */
  Instant outage(Node event, Node data, Map<String, Object> out) {
    put(out, "commitment", data.text("commitment", Texts::id));
    put(out, "gpus", notNegative(data, "gpus"));
    span(data, out);
    return time(event, false);
  }

  /** How busy a resource's GPUs were. */
  Instant utilization(Node event, Node data, Map<String, Object> out) {
    put(out, "sku", data.text("sku", Texts::id));
    put(out, "resource", data.text("resource", Texts::id));
    BigDecimal percent = data.decimal("gpuUtilizationPercent");
    if (percent != null
        && (percent.signum() < 0 || percent.compareTo(BigDecimal.valueOf(100)) > 0)) {
      data.faults().add(data.at("gpuUtilizationPercent"), "must be from 0 to 100");
    }
    put(out, "gpuUtilizationPercent", plain(percent));
    Instant time = time(event, true);
    requireWithinReach(event, "time", time);
    return time;
  }

  private void span(Node data, Map<String, Object> out) {
    Instant start = data.text("start", Times::read);
    Instant end = data.text("end", Times::read);
    put(out, "start", start);
    put(out, "end", end);
    if (start != null && end != null) {
      if (end.isBefore(start)) {
        data.faults().add(data.at("end"), "must not be before start");
      } else if (start.plus(limits.span()).isBefore(end)) {
        data.faults().add(data.at("end"), "is more than 400 days after start; split the span");
      }
    }
    requireWithinReach(data, "end", end);
  }

  private void requireWithinReach(Node node, String name, Instant end) {
    requireNotAhead(node, name, end);
    if (end != null && end.isBefore(now.minus(limits.memory()))) {
      node.faults()
          .add(
              node.at(name),
              "too-old: usage that ended more than %d days ago is not taken"
                  .formatted(limits.memory().toDays()));
    }
  }

  private void requireNotAhead(Node node, String name, Instant end) {
    if (end != null && end.isAfter(now.plus(limits.ahead()))) {
      node.faults()
          .add(
              node.at(name),
              "too-far-ahead: more than %d seconds ahead of the server's clock, %s"
                  .formatted(limits.ahead().toSeconds(), now));
    }
  }

  private static Instant time(Node event, boolean required) {
    return required ? event.text("time", Times::read) : event.optionalText("time", Times::read);
  }

  private static String notNegative(Node data, String name) {
    BigDecimal value = data.decimal(name);
    if (value != null && value.signum() < 0) {
      data.faults().add(data.at(name), "must not be negative; corrections are events too");
    }
    return plain(value);
  }

  private static String plain(BigDecimal value) {
    return value == null ? null : Decimals.plain(value);
  }

  private static String usageClass(String text) {
    if (!text.equals("reserved") && !text.equals("elastic")) {
      throw new InvalidValue("must be reserved or elastic");
    }
    return text;
  }

  private static void labels(Node data, Map<String, Object> out) {
    if (!data.has("labels")) {
      return;
    }
    Node labels = data.object("labels");
    if (labels.members().values().size() > MAX_LABELS) {
      labels.faults().add(labels.path(), "has more than 16 labels");
      return;
    }
    Map<String, String> checked = new TreeMap<>();
    for (String name : labels.members().values().keySet()) {
      try {
        if (name.isEmpty()) {
          throw new InvalidValue("has an empty name");
        }
        Texts.upTo(MAX_LABEL_KEY, name);
      } catch (InvalidValue e) {
        labels.faults().add(labels.path(), "has a label whose name " + e.getMessage());
        continue;
      }
      String value = labels.text(name, text -> Texts.upTo(MAX_LABEL_VALUE, text));
      if (value != null) {
        checked.put(name, value);
      }
    }
    if (!checked.isEmpty()) {
      out.put("labels", checked);
    }
  }

  private static void put(Map<String, Object> out, String name, Object value) {
    if (value != null) {
      out.put(name, value);
    }
  }
}
