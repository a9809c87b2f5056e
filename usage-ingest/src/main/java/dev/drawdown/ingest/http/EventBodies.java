package dev.drawdown.ingest.http;

import dev.drawdown.ingest.core.Limits;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.Outcome.FieldError;
import dev.drawdown.kit.http.Problem;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;

/** Reads request bodies into events, within the limits of size and number. */
final class EventBodies {
  /** The events in a body; throws {@link InvalidValue} when they are not where they should be. */
  interface Split {
    List<JsonValue> in(JsonValue body);
  }

  /** The events, or the answer that says why there are none. */
  record Read(List<JsonValue> events, Response refusal) {}

  private EventBodies() {}

  static Read read(byte[] body, Split split) {
    if (body != null && body.length > Limits.BATCH_BYTES) {
      return refused(
          "A body may have %d bytes; this one has %d.".formatted(Limits.BATCH_BYTES, body.length));
    }
    List<JsonValue> all;
    try {
      all = split.in(JsonValue.parse(body == null ? new byte[0] : body));
    } catch (InvalidValue e) {
      FieldError error = new FieldError("body", e.getMessage());
      return new Read(
          List.of(),
          Problem.of(
              400, "malformed-json", "The body " + e.getMessage() + ".", List.of(error), Map.of()));
    }
    return all.size() > Limits.BATCH_EVENTS
        ? refused(
            "A batch may hold %d events; this one holds %d."
                .formatted(Limits.BATCH_EVENTS, all.size()))
        : new Read(all, null);
  }

  private static Read refused(String why) {
    return new Read(List.of(), Problem.of(413, "too-large", why));
  }
}
