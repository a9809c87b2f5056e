package dev.drawdown.ingest.core;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.JsonValue.Members;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Function;

/** An object inside an event, with its path; what is wrong with its members is remembered. */
record Node(Members members, String path, Faults faults) {
  private static final Members NOTHING = new Members(Map.of(), 0);

  String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  boolean has(String name) {
    return members.get(name) != null;
  }

  /** A required text as {@code check} gives it back, or null with the fault remembered. */
  <T> T text(String name, Function<String, T> check) {
    if (!has(name)) {
      faults.add(at(name), "is required");
      return null;
    }
    return optionalText(name, check);
  }

  <T> T optionalText(String name, Function<String, T> check) {
    JsonValue value = members.get(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof JsonValue.Text text)) {
      faults.add(at(name), "must be a JSON string");
      return null;
    }
    return checked(name, text.value(), check);
  }

  /** A required decimal, sent as string or number. */
  BigDecimal decimal(String name) {
    return switch (members.get(name)) {
      case null -> {
        faults.add(at(name), "is required");
        yield null;
      }
      case JsonValue.Text text -> checked(name, text.value(), Decimals::read);
      case JsonValue.Digits digits -> checked(name, digits.value(), Decimals::read);
      default -> {
        faults.add(at(name), "must be a decimal number, as JSON string or number");
        yield null;
      }
    };
  }

  /** A required object; an empty one, with the fault remembered, when it is not there. */
  Node object(String name) {
    JsonValue value = members.get(name);
    if (value instanceof Members inner) {
      return new Node(inner, at(name), faults);
    }
    faults.add(at(name), value == null ? "is required" : "must be a JSON object");
    // What is missing inside is not worth saying once the whole is missing.
    return new Node(NOTHING, at(name), new Faults());
  }

  private <T> T checked(String name, String text, Function<String, T> check) {
    try {
      return check.apply(text);
    } catch (InvalidValue e) {
      faults.add(at(name), e.getMessage());
      return null;
    }
  }
}
