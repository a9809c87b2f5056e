package dev.drawdown.ingest.http;

import dev.drawdown.ingest.app.AcceptEvents;
import dev.drawdown.ingest.app.ForeignEvents;
import dev.drawdown.ingest.core.Reading;
import dev.drawdown.ingest.core.Translation;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.JsonValue;
import dev.drawdown.kit.JsonValue.Members;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Problem;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;

/**
 * The ingest of OpenMeter and of Lago, for clusters that already publish with their clients. An
 * event that is not Drawdown's own is translated and then checked like any other.
 */
@Path("/api/v1/events")
@RunOnVirtualThread
public class CompatibleResource {
  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String BATCH = "application/cloudevents-batch+json";
  private static final String JSON = "application/json";

  private final AcceptEvents acceptEvents;
  private final ForeignEvents foreignEvents;

  CompatibleResource(AcceptEvents acceptEvents, ForeignEvents foreignEvents) {
    this.acceptEvents = acceptEvents;
    this.foreignEvents = foreignEvents;
  }

  @POST
  @Consumes({STRUCTURED, BATCH})
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response cloudEvents(byte[] body) {
    return openMeter(body);
  }

  /** Told apart by shape: Lago wraps its event, OpenMeter's is a CloudEvent or a list of them. */
  @POST
  @Consumes(JSON)
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response json(byte[] body) {
    EventBodies.Read read = EventBodies.read(body, List::of);
    if (read.refusal() != null) {
      return read.refusal();
    }
    return read.events().getFirst() instanceof Members members && members.get("event") != null
        ? lago(body, "event", false)
        : openMeter(body);
  }

  @POST
  @Path("/batch")
  @Consumes(JSON)
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response lagoBatch(byte[] body) {
    return lago(body, "events", true);
  }

  private Response openMeter(byte[] body) {
    EventBodies.Read read = EventBodies.read(body, Translation::items);
    if (read.refusal() != null) {
      return read.refusal();
    }
    List<JsonValue> own = foreignEvents.openMeter(read.events());
    List<Rejected> rejected = Rejected.of(acceptEvents.handle(own));
    return rejected.isEmpty()
        ? Response.noContent().build()
        : Problem.of(
            400,
            "events-rejected",
            "%d of %d events were not accepted; the others were."
                .formatted(rejected.size(), own.size()),
            rejected.size() == 1 ? rejected.getFirst().errors() : List.of(),
            Map.of("accepted", own.size() - rejected.size(), "rejected", rejected));
  }

  private Response lago(byte[] body, String member, boolean many) {
    EventBodies.Read read =
        EventBodies.read(
            body,
            json -> {
              JsonValue held = json instanceof Members members ? members.get(member) : null;
              if (many ? held instanceof JsonValue.Items : held instanceof Members) {
                return Translation.items(held);
              }
              throw new InvalidValue(
                  "must be a JSON object whose member %s is %s"
                      .formatted(member, many ? "a list" : "an object"));
            });
    if (read.refusal() != null) {
      return read.refusal();
    }
    List<Reading> readings = acceptEvents.handle(foreignEvents.lago(read.events()));
    return LagoAnswers.of(read.events(), readings, foreignEvents.now(), many);
  }
}
