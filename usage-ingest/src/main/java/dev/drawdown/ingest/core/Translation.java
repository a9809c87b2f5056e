package dev.drawdown.ingest.core;

import dev.drawdown.contracts.EventTypes;
import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.JsonValue.Members;
import dev.drawdown.kit.JsonValue.Text;
import dev.drawdown.kit.Times;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings OpenMeter's and Lago's events into Drawdown's own form, to be checked like any other. What
 * cannot be brought over is left as it is, so that the check names it.
 *
 * <p>GPU-seconds become a span of one second, because hours would have to be rounded: 20
 * GPU-seconds are 20 GPUs for a second, exactly.
 */
public final class Translation {
  private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);
  private static final String LAGO_SOURCE = "lago";

  private final List<Rule> rules;

  /**
   * @param rules the first whose type is the event's counts; then what is common
   */
  public Translation(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** An OpenMeter event: a CloudEvent whose data has properties of the publisher's own. */
  public JsonValue openMeter(JsonValue event) {
    if (!(event instanceof Members members)
        || !(members.get("type") instanceof Text type)
        || type.value().startsWith(EventTypes.PREFIX)
        || !(members.get("data") instanceof Members properties)) {
      return event;
    }
    Map<String, JsonValue> own = new LinkedHashMap<>(members.values());
    own.put("type", new Text(EventTypes.USAGE));
    own.put("data", data(type.value(), properties, text(members.get("time"))));
    return new Members(own, members.bytes());
  }

  /**
   * A Lago event.
   *
   * @param now the time of an event that names none
   */
  public JsonValue lago(JsonValue event, Instant now) {
    if (!(event instanceof Members members)) {
      return event;
    }
    Map<String, JsonValue> own = new LinkedHashMap<>();
    own.put("specversion", new Text("1.0"));
    own.put("type", new Text(EventTypes.USAGE));
    own.put("source", new Text(LAGO_SOURCE));
    copy(members, "transaction_id", own, "id");
    copy(members, "external_subscription_id", own, "subject");
    JsonValue stamp = members.get("timestamp");
    JsonValue time = stamp == null ? new Text(now.toString()) : unixTime(stamp);
    own.put("time", time);
    String code = text(members.get("code"));
    JsonValue properties = members.get("properties");
    Members given = properties instanceof Members m ? m : new Members(Map.of(), 0);
    own.put("data", data(code == null ? "" : code, given, text(time)));
    return new Members(own, members.bytes());
  }

  private static void copy(Members from, String name, Map<String, JsonValue> into, String ownName) {
    if (from.get(name) != null) {
      into.put(ownName, from.get(name));
    }
  }

  /** Unix seconds with or without a fraction, as number or text. */
  private static JsonValue unixTime(JsonValue stamp) {
    try {
      BigDecimal micros = decimal(stamp).multiply(MICROS).setScale(0, RoundingMode.DOWN);
      long whole = micros.longValueExact();
      return new Text(
          Instant.ofEpochSecond(
                  Math.floorDiv(whole, 1_000_000L), Math.floorMod(whole, 1_000_000L) * 1_000L)
              .toString());
    } catch (InvalidValue | ArithmeticException | DateTimeException e) {
      return stamp; // perhaps a time as text; else the check names it
    }
  }

  private Members data(String type, Members properties, String time) {
    Rule rule =
        rules.stream()
            .filter(r -> r.type() == null || type.equals(r.type()))
            .findFirst()
            .map(Rule::orCommon)
            .orElse(Rule.COMMON);
    Map<String, JsonValue> data = new LinkedHashMap<>();
    data.put("sku", new Text(sku(rule, type, properties)));
    rule.quantityIn(properties.values().keySet())
        .ifPresent(quantity -> putQuantity(data, quantity, properties, time));
    if (properties.get("pod_name") instanceof Text pod) {
      data.put("resource", new Text("pod/" + pod.value()));
    }
    for (String same : List.of("region", "class", "resource")) {
      copy(properties, same, data, same);
    }
    labels(properties, data);
    return new Members(data, properties.bytes());
  }

  private static String sku(Rule rule, String type, Members properties) {
    if (rule.sku() != null) {
      return rule.sku();
    }
    for (String name : rule.skuProperties()) {
      if (properties.get(name) instanceof Text text && !text.value().isEmpty()) {
        return text.value();
      }
    }
    return type;
  }

  private static void putQuantity(
      Map<String, JsonValue> data, Rule.Quantity quantity, Members properties, String time) {
    JsonValue value = properties.get(quantity.property());
    switch (quantity.unit()) {
      case UNITS -> data.put("quantity", value);
      case SECONDS -> putSpan(data, value, time, time, BigDecimal.ONE);
      case GPUS -> {
        JsonValue duration = properties.get(Rule.DURATION);
        try {
          BigDecimal seconds = duration == null ? null : decimal(duration);
          if (seconds == null || seconds.signum() < 0) {
            data.put("gpus", value);
          } else {
            putSpan(data, value, null, time, seconds);
          }
        } catch (InvalidValue e) {
          data.put("gpus", value);
        }
      }
    }
  }

  /** A span that begins at an instant, or that ends at one when its beginning is null. */
  private static void putSpan(
      Map<String, JsonValue> data, JsonValue gpus, String from, String until, BigDecimal seconds) {
    data.put("gpus", gpus);
    if (from == null && until == null) {
      return; // without a time there is no span, and the check says so
    }
    try {
      long micros = seconds.multiply(MICROS).setScale(0, RoundingMode.DOWN).longValueExact();
      Instant known = Times.read(from == null ? until : from);
      Instant start = from == null ? known.minus(micros, ChronoUnit.MICROS) : known;
      Instant end = from == null ? known : known.plus(micros, ChronoUnit.MICROS);
      data.put("start", new Text(start.toString()));
      data.put("end", new Text(end.toString()));
    } catch (InvalidValue | ArithmeticException | DateTimeException e) {
      // no span without a time that can be read, and the check says so
      data.remove("start");
    }
  }

  /** What tells groups of usage apart: given labels, and the namespace. */
  private static void labels(Members properties, Map<String, JsonValue> data) {
    Map<String, JsonValue> labels = new LinkedHashMap<>();
    if (properties.get("labels") instanceof Members given) {
      labels.putAll(given.values());
    }
    if (properties.get("pod_namespace") instanceof Text namespace) {
      labels.put("namespace", namespace);
    }
    if (!labels.isEmpty()) {
      data.put("labels", new Members(labels, properties.bytes()));
    }
  }

  private static BigDecimal decimal(JsonValue value) {
    return switch (value) {
      case Text text -> Decimals.read(text.value());
      case JsonValue.Digits digits -> Decimals.read(digits.value());
      default -> throw new InvalidValue("must be a decimal number");
    };
  }

  private static String text(JsonValue value) {
    return value instanceof Text text ? text.value() : null;
  }

  /** The events of a list, each by itself. */
  public static List<JsonValue> items(JsonValue list) {
    return list instanceof JsonValue.Items items ? new ArrayList<>(items.values()) : List.of(list);
  }
}
