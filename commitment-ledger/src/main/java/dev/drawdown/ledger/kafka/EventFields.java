package dev.drawdown.ledger.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.drawdown.kit.InvalidValue;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields of a canonical event, read in one pass without building a tree: this is done for every
 * event there is. What has no place here is skipped.
 *
 * <p>Keys are not checked for repetition; usage-ingest has refused those.
 */
final class EventFields {
  /** Virtual threads are too short-lived to keep the parser's buffers for the next event. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().recyclerPool(JsonRecyclerPools.newConcurrentDequePool()).build();

  String type;
  String subject;
  String source;
  String id;
  String time;
  String sku;
  String usageClass;
  String region;
  String resource;
  String gpus;
  String quantity;
  String start;
  String end;
  String commitment;
  boolean voided;
  String correctsSource;
  String correctsId;
  Map<String, String> labels = Map.of();

  private EventFields() {}

  static EventFields read(byte[] value) {
    try (JsonParser json = FACTORY.createParser(value)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new InvalidValue("the value is not a JSON object");
      }
      EventFields fields = new EventFields();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        fields.attribute(json.currentName(), json);
      }
      if (json.nextToken() != null) {
        throw new InvalidValue("the value goes on after its JSON object");
      }
      return fields;
    } catch (IOException e) {
      throw new InvalidValue("the value is not JSON: " + e.getMessage());
    }
  }

  private void attribute(String name, JsonParser json) throws IOException {
    switch (name) {
      case "type" -> type = text(json);
      case "subject" -> subject = text(json);
      case "source" -> source = text(json);
      case "id" -> id = text(json);
      case "time" -> time = text(json);
      case "data" -> members(json, this::datum);
      default -> skip(json);
    }
  }

  private void datum(String name, JsonParser json) throws IOException {
    switch (name) {
      case "sku" -> sku = text(json);
      case "class" -> usageClass = text(json);
      case "region" -> region = text(json);
      case "resource" -> resource = text(json);
      case "gpus" -> gpus = text(json);
      case "quantity" -> quantity = text(json);
      case "start" -> start = text(json);
      case "end" -> end = text(json);
      case "commitment" -> commitment = text(json);
      case "void" -> voided = "true".equals(text(json));
      case "corrects" -> members(json, this::corrected);
      case "labels" -> {
        labels = new TreeMap<>();
        members(json, (key, at) -> labels.put(key, text(at)));
      }
      default -> skip(json);
    }
  }

  private void corrected(String name, JsonParser json) throws IOException {
    switch (name) {
      case "source" -> correctsSource = text(json);
      case "id" -> correctsId = text(json);
      default -> skip(json);
    }
  }

  private interface Member {
    void read(String name, JsonParser json) throws IOException;
  }

  /** Reads each member of the object that comes next; anything else is skipped. */
  private static void members(JsonParser json, Member member) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      member.read(json.currentName(), json);
    }
  }

  /** The scalar that comes next as its text, null for null; a structure is no text. */
  private static String text(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    if (token.isStructStart()) {
      throw new InvalidValue("the field " + json.currentName() + " is not a text");
    }
    return token == JsonToken.VALUE_NULL ? null : json.getText();
  }

  private static void skip(JsonParser json) throws IOException {
    json.nextToken();
    json.skipChildren();
  }
}
