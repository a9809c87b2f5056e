package dev.drawdown.ingest.http;

import dev.drawdown.ingest.app.AcceptEvents;
import dev.drawdown.ingest.core.Reading;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.Outcome.FieldError;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Problem;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** CloudEvents over HTTP: structured, batched and binary. */
@Path("/v1/events")
@RunOnVirtualThread
public class EventResource {
  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String BATCH = "application/cloudevents-batch+json";
  private static final String BINARY = "application/json";
  private static final String ATTRIBUTE = "ce-";

  /** How many events were taken, and what is wrong with the others. */
  public record Result(int accepted, List<Rejected> rejected) {}

  private final AcceptEvents acceptEvents;

  EventResource(AcceptEvents acceptEvents) {
    this.acceptEvents = acceptEvents;
  }

  @POST
  @Consumes(STRUCTURED)
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response structured(byte[] body) {
    return accept(body, json -> List.of(json));
  }

  @POST
  @Consumes(BATCH)
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response batch(byte[] body) {
    return accept(
        body,
        json -> {
          if (json instanceof JsonValue.Items items) {
            return items.values();
          }
          throw new InvalidValue("must be a JSON array of events");
        });
  }

  /** Attributes are headers that begin with {@code ce-}, the body is the event's data. */
  @POST
  @Consumes(BINARY)
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response binary(@Context HttpHeaders headers, byte[] body) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    headers
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (lower.startsWith(ATTRIBUTE)) {
                members.put(
                    lower.substring(ATTRIBUTE.length()),
                    new JsonValue.Text(HeaderText.decode(values.getFirst())));
              }
            });
    if (members.isEmpty()) {
      return Problem.of(
          415,
          "unsupported-media-type",
          "application/json needs the CloudEvents attributes as ce- headers; a whole event is "
              + STRUCTURED
              + ".");
    }
    int bytes = body == null ? 0 : body.length;
    return accept(
        body,
        data -> {
          members.put("data", data);
          return List.of(new JsonValue.Members(members, bytes));
        });
  }

  private Response accept(byte[] body, EventBodies.Split split) {
    EventBodies.Read read = EventBodies.read(body, split);
    return read.refusal() == null ? answer(acceptEvents.handle(read.events())) : read.refusal();
  }

  private static Response answer(List<Reading> readings) {
    List<Rejected> rejected = Rejected.of(readings);
    int accepted = readings.size() - rejected.size();
    if (accepted > 0 || rejected.isEmpty()) {
      return Response.status(202).entity(new Result(accepted, rejected)).build();
    }
    List<FieldError> errors = readings.size() == 1 ? rejected.getFirst().errors() : List.of();
    return Problem.of(
        422,
        "events-rejected",
        "None of the events was accepted.",
        errors,
        Map.of("accepted", 0, "rejected", rejected));
  }
}
