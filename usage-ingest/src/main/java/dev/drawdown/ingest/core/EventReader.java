package dev.drawdown.ingest.core;

import dev.drawdown.contracts.EventTypes;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.JsonValue.Members;
import dev.drawdown.kit.Texts;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks a CloudEvent and brings it to canonical form. Pure: the same input and time give the same
 * reading, with every fault and its place, not only the first.
 */
public final class EventReader {
  private final Limits limits;

  public EventReader(Limits limits) {
    this.limits = limits;
  }

  public Reading read(JsonValue json, Instant now) {
    Faults faults = new Faults();
    if (!(json instanceof Members event)) {
      faults.add("", "must be a JSON object");
      return new Reading.Rejected(null, null, faults.all());
    }
    Node node = new Node(event, "", faults);
    if (event.bytes() > limits.eventBytes()) {
      faults.add("", "is larger than " + limits.eventBytes() + " bytes");
      return rejected(event, faults);
    }
    String version = node.text("specversion", text -> text);
    if (version != null && !version.equals("1.0")) {
      faults.add("specversion", "must be 1.0");
    }
    CheckedEvent checked = check(node, now);
    return faults.none() ? new Reading.Accepted(checked) : rejected(event, faults);
  }

  private CheckedEvent check(Node event, Instant now) {
    String id = event.text("id", Texts::id);
    String source = event.text("source", Texts::id);
    String type = event.text("type", Texts::id);
    String subject = event.text("subject", Texts::slug);
    checkContentType(event);
    DataReader reader = new DataReader(limits, now);
    Map<String, Object> data = new LinkedHashMap<>();
    Instant time = null;
    if (type != null) {
      Node body = event.object("data");
      switch (type) {
        case EventTypes.USAGE -> time = reader.usage(event, body, data);
        case EventTypes.CORRECTION -> time = reader.correction(event, body, data);
        case EventTypes.OUTAGE -> time = reader.outage(event, body, data);
        case EventTypes.UTILIZATION -> time = reader.utilization(event, body, data);
        default -> event.faults().add("type", "is not one of Drawdown's event types");
      }
    }
    return new CheckedEvent(source, id, type, subject, time, data);
  }

  private static void checkContentType(Node event) {
    String type = event.optionalText("datacontenttype", text -> text);
    if (type != null && !type.matches("(?i)[a-z]+/([a-z0-9.+-]+\\+)?json(;.*)?")) {
      event.faults().add("datacontenttype", "must be JSON");
    }
  }

  private static Reading rejected(Members event, Faults faults) {
    return new Reading.Rejected(
        textOrNull(event.get("id")), textOrNull(event.get("subject")), faults.all());
  }

  private static String textOrNull(JsonValue value) {
    return value instanceof JsonValue.Text text ? text.value() : null;
  }
}
