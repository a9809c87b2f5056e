package dev.drawdown.kit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON whose numbers are still the digits that were sent. */
public sealed interface JsonValue {
  /** A string. */
  record Text(String value) implements JsonValue {}

  /** A number, as it was spelt. */
  record Digits(String value) implements JsonValue {}

  /** True or false. */
  record Bool(boolean value) implements JsonValue {}

  /** An explicit null. */
  record Null() implements JsonValue {}

  /** An array. */
  record Items(List<JsonValue> values) implements JsonValue {}

  /** An object; {@code bytes} is how much of the input it took. */
  record Members(Map<String, JsonValue> values, long bytes) implements JsonValue {
    /** The member, or null when it is absent or an explicit null. */
    public JsonValue get(String name) {
      JsonValue value = values.get(name);
      return value instanceof Null ? null : value;
    }
  }

  /** Reads exactly one JSON document; throws {@link InvalidValue} with the place of the fault. */
  static JsonValue parse(byte[] json) {
    try (JsonParser parser = Reader.FACTORY.createParser(json)) {
      if (parser.nextToken() == null) {
        throw new InvalidValue("is empty");
      }
      JsonValue value = Reader.read(parser);
      if (parser.nextToken() != null) {
        throw new InvalidValue("has something after the JSON document");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new InvalidValue(
          "is not valid JSON at line %d, column %d: %s"
              .formatted(
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  e.getOriginalMessage()));
    } catch (IOException e) {
      throw new InvalidValue("is not valid JSON: " + e.getMessage());
    }
  }

  /** Builds values from a token stream. */
  final class Reader {
    private static final JsonFactory FACTORY =
        JsonFactory.builder()
            .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).build())
            .build();

    private Reader() {}

    private static JsonValue read(JsonParser parser) throws IOException {
      return switch (parser.currentToken()) {
        case VALUE_STRING -> new Text(parser.getText());
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(parser.getText());
        case VALUE_TRUE -> new Bool(true);
        case VALUE_FALSE -> new Bool(false);
        case VALUE_NULL -> new Null();
        case START_ARRAY -> items(parser);
        default -> members(parser);
      };
    }

    private static Items items(JsonParser parser) throws IOException {
      List<JsonValue> values = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        values.add(read(parser));
      }
      return new Items(values);
    }

    private static Members members(JsonParser parser) throws IOException {
      long start = parser.currentTokenLocation().getByteOffset();
      Map<String, JsonValue> values = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        values.put(name, read(parser));
      }
      return new Members(values, parser.currentLocation().getByteOffset() - start);
    }
  }
}
