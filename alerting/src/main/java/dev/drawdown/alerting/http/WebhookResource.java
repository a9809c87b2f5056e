package dev.drawdown.alerting.http;

import dev.drawdown.alerting.app.Webhooks;
import dev.drawdown.alerting.app.Webhooks.Registered;
import dev.drawdown.alerting.store.DeliveryStore.Logged;
import dev.drawdown.alerting.store.WebhookRow;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;

/** Webhooks and their deliveries. */
@Path("/v1")
@RolesAllowed(Access.OPERATOR)
@RunOnVirtualThread
public class WebhookResource {
  private static final int MAX_URL = 2_000;

  /** A webhook as it is sent. */
  public record Body(String account, String url, List<String> events) {}

  /** A webhook as it is answered; the secret only where it was made just now. */
  public record View(
      String id,
      String account,
      String url,
      List<String> events,
      String status,
      String disabledReason,
      String secret) {
    static View of(WebhookRow row, String secret) {
      return new View(
          row.id(),
          row.account(),
          row.url(),
          row.events(),
          row.disabledReason() == null ? "ENABLED" : "DISABLED",
          row.disabledReason(),
          secret);
    }
  }

  /** A delivery as the log shows it; what receivers answered beyond a status is not kept. */
  public record DeliveryView(
      String id,
      String type,
      String status,
      int attempts,
      Instant createdAt,
      Instant lastAttemptAt,
      String lastResult,
      Instant nextAttemptAt) {
    static DeliveryView of(Logged l) {
      return new DeliveryView(
          l.id(),
          l.type(),
          l.state(),
          l.attempts(),
          l.createdAt(),
          l.lastAttemptAt(),
          l.lastResult(),
          l.nextAttemptAt());
    }
  }

  private final Webhooks webhooks;

  WebhookResource(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  @PUT
  @Path("/webhooks/{id}")
  public Response put(String id, Body body) {
    Fields fields = new Fields();
    String name = fields.required("id", id, Texts::id);
    String account =
        fields.optional("account", body == null ? null : body.account, null, Texts::slug);
    URI url = fields.required("url", body == null ? null : body.url, WebhookResource::url);
    List<String> events = events(fields, body == null ? null : body.events);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return Answers.of(webhooks.put(name, account, url, events).map(WebhookResource::view));
  }

  @GET
  @Path("/webhooks/{id}")
  public Response get(String id) {
    return Answers.of(
        webhooks
            .find(id)
            .map(row -> Outcome.done(View.of(row, null)))
            .orElseGet(() -> Outcome.notFound("The webhook " + id)));
  }

  @POST
  @Path("/webhooks/{id}/rotate")
  public Response rotate(String id) {
    return Answers.of(webhooks.rotate(id).map(WebhookResource::view));
  }

  @POST
  @Path("/webhooks/{id}/test")
  public Response test(String id) {
    return Answers.of(webhooks.test(id));
  }

  @GET
  @Path("/webhooks/{id}/deliveries")
  public Response deliveries(String id, @RestQuery String after, @RestQuery String limit) {
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    long position = Cursors.position(fields, page);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    if (webhooks.find(id).isEmpty()) {
      return Answers.of(Outcome.notFound("The webhook " + id));
    }
    List<Logged> rows = webhooks.deliveries(id, position, page.fetch());
    return Response.ok(Page.of(rows, page, r -> Long.toString(r.position())).map(DeliveryView::of))
        .build();
  }

  @POST
  @Path("/deliveries/{id}/replay")
  public Response replay(String id) {
    return Answers.of(webhooks.replay(id));
  }

  private static View view(Registered registered) {
    return View.of(registered.webhook(), registered.newSecret());
  }

  private static List<String> events(Fields fields, List<String> events) {
    fields.require(events != null && !events.isEmpty(), "events", "is required");
    List<String> read = new ArrayList<>();
    for (int i = 0; events != null && i < events.size(); i++) {
      String event =
          fields.required("events[" + i + "]", events.get(i), WebhookResource::eventType);
      read.add(event);
    }
    return read;
  }

  private static String eventType(String text) {
    if (!text.matches("[a-z][a-z.-]{0,62}")) {
      throw new InvalidValue("must be a type such as budget.threshold");
    }
    return text;
  }

  private static URI url(String text) {
    try {
      URI uri = new URI(Texts.upTo(MAX_URL, text));
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getRawUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // said below, together with addresses of other kinds
    }
    throw new InvalidValue("must be an http or https address without user name");
  }
}
