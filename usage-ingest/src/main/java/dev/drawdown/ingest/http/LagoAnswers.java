package dev.drawdown.ingest.http;

import dev.drawdown.ingest.core.CheckedEvent;
import dev.drawdown.ingest.core.Reading;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.JsonValue.Members;
import dev.drawdown.kit.Outcome.FieldError;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What Lago's clients expect to be answered. */
final class LagoAnswers {
  private LagoAnswers() {}

  /** 200 with the events, or 422 with what is wrong, by place where there were several. */
  static Response of(List<JsonValue> sent, List<Reading> readings, Instant now, boolean many) {
    Map<String, Object> wrong = new TreeMap<>();
    List<Map<String, Object>> events = new ArrayList<>();
    for (int i = 0; i < readings.size(); i++) {
      switch (readings.get(i)) {
        case Reading.Rejected r -> wrong.put(Integer.toString(i), details(r.errors()));
        case Reading.Accepted a -> events.add(event(sent.get(i), a.event(), now));
      }
    }
    if (!wrong.isEmpty()) {
      return Response.status(422)
          .type(MediaType.APPLICATION_JSON)
          .entity(
              Map.of(
                  "status",
                  422,
                  "error",
                  "Unprocessable entity",
                  "code",
                  "validation_errors",
                  "error_details",
                  many ? wrong : wrong.values().iterator().next()))
          .build();
    }
    return Response.ok(
            many ? Map.of("events", events) : Map.of("event", events.getFirst()),
            MediaType.APPLICATION_JSON)
        .build();
  }

  private static Map<String, List<String>> details(List<FieldError> errors) {
    Map<String, List<String>> details = new TreeMap<>();
    errors.forEach(
        e -> details.computeIfAbsent(lagoName(e.field()), f -> new ArrayList<>()).add(e.message()));
    return details;
  }

  /** The sender's name of a field that the check names by ours. */
  private static String lagoName(String field) {
    return switch (field) {
      case "id" -> "transaction_id";
      case "subject" -> "external_subscription_id";
      case "time" -> "timestamp";
      case "data.sku" -> "code";
      default -> field.startsWith("data.") ? "properties" : field;
    };
  }

  private static Map<String, Object> event(JsonValue sent, CheckedEvent event, Instant now) {
    String identity = event.subject() + "\n" + event.id();
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("lago_id", UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)));
    view.put("transaction_id", event.id());
    view.put("external_subscription_id", event.subject());
    view.put("code", text(sent, "code"));
    view.put("timestamp", event.time());
    view.put("properties", properties(sent));
    view.put("created_at", now);
    return view;
  }

  private static String text(JsonValue sent, String name) {
    return sent instanceof Members members && members.get(name) instanceof JsonValue.Text text
        ? text.value()
        : null;
  }

  private static Map<String, String> properties(JsonValue sent) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (sent instanceof Members members && members.get("properties") instanceof Members given) {
      given
          .values()
          .forEach(
              (name, value) -> {
                switch (value) {
                  case JsonValue.Text text -> properties.put(name, text.value());
                  case JsonValue.Digits digits -> properties.put(name, digits.value());
                  default -> {}
                }
              });
    }
    return properties;
  }
}
