package dev.drawdown.ledger.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.contracts.EventTypes;
import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Fact.Change;
import dev.drawdown.ledger.core.Fact.Measure;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.UsageClass;
import dev.drawdown.ledger.core.UsageKey;
import java.io.IOException;
import java.util.TreeMap;

/**
 * Reads the canonical events that usage-ingest publishes. Anything else on the topic is bad input:
 * it throws {@link InvalidValue} and ends in quarantine.
 */
final class FactDecoder {
  private FactDecoder() {}

  static Fact decode(byte[] value) {
    if (value == null) {
      throw new InvalidValue("the record has no value");
    }
    JsonNode event;
    try {
      event = Json.MAPPER.readTree(value);
    } catch (IOException e) {
      throw new InvalidValue("the value is not JSON: " + e.getMessage());
    }
    if (event == null || !event.isObject()) {
      throw new InvalidValue("the value is not a JSON object");
    }
    Identity identity =
        new Identity(
            Texts.slug(text(event, "subject")),
            Texts.id(text(event, "source")),
            Texts.id(text(event, "id")));
    String type = required(event, "type");
    JsonNode data = event.path("data");
    return switch (type) {
      case EventTypes.USAGE -> usage(identity, event, data);
      case EventTypes.CORRECTION -> correction(identity, event, data);
      case EventTypes.OUTAGE -> notice(identity, Fact.Notice.Kind.OUTAGE, event);
      case EventTypes.UTILIZATION -> notice(identity, Fact.Notice.Kind.UTILIZATION, event);
      default -> throw new InvalidValue("the type " + type + " is not known");
    };
  }

  private static Fact usage(Identity identity, JsonNode event, JsonNode data) {
    String region = text(data, "region");
    String usageClass = text(data, "class");
    UsageKey key =
        new UsageKey(
            usageClass == null ? UsageClass.ELASTIC : UsageClass.of(usageClass),
            Texts.id(required(data, "sku")),
            region == null ? "" : Texts.id(region));
    try {
      return new Fact.Usage(identity, key, resource(data), labels(data), measure(event, data));
    } catch (IllegalArgumentException e) {
      throw new InvalidValue(e.getMessage());
    }
  }

  private static String resource(JsonNode data) {
    String resource = text(data, "resource");
    return resource == null ? null : Texts.id(resource);
  }

  /** JSON spells control characters out, so the data is clean text whatever it holds. */
  private static Fact notice(Identity identity, Fact.Notice.Kind kind, JsonNode event) {
    String time = text(event, "time");
    return new Fact.Notice(
        identity, kind, time == null ? null : Times.read(time), event.path("data").toString());
  }

  private static Measure measure(JsonNode event, JsonNode data) {
    String gpus = text(data, "gpus");
    return gpus == null
        ? new Measure.Amount(
            Decimals.read(required(data, "quantity")), Times.read(required(event, "time")))
        : new Measure.Span(
            Decimals.read(gpus),
            Times.read(required(data, "start")),
            Times.read(required(data, "end")));
  }

  private static Fact correction(Identity identity, JsonNode event, JsonNode data) {
    JsonNode target = data.path("corrects");
    Identity corrects =
        new Identity(
            identity.account(), Texts.id(text(target, "source")), Texts.id(text(target, "id")));
    Change change =
        data.path("void").asBoolean(false)
            ? new Change.Voided()
            : new Change.Added(Decimals.read(required(data, "quantity")));
    return new Fact.Correction(identity, corrects, change, Times.read(required(event, "time")));
  }

  /** Canonical: keys in order, so that equal labels are equal texts. */
  private static String labels(JsonNode data) {
    JsonNode labels = data.path("labels");
    if (labels.isEmpty()) {
      return "";
    }
    TreeMap<String, String> sorted = new TreeMap<>();
    labels.properties().forEach(e -> sorted.put(e.getKey(), e.getValue().asText()));
    return Json.text(sorted);
  }

  private static String required(JsonNode node, String field) {
    String text = text(node, field);
    if (text == null) {
      throw new InvalidValue("the field " + field + " is missing");
    }
    return text;
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? null : value.asText();
  }
}
