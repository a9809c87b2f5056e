package dev.drawdown.alerting.http;

import dev.drawdown.alerting.app.Alerts;
import dev.drawdown.alerting.app.PutBudget;
import dev.drawdown.alerting.core.Budget;
import dev.drawdown.alerting.store.AlertStore.Placed;
import dev.drawdown.contracts.AlertRaised;
import dev.drawdown.contracts.ScaleDownRequested;
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
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestQuery;

/** Budgets, the alerts they raised, and what was asked of clusters. */
@Path("/v1")
@RunOnVirtualThread
public class AlertResource {
  private static final Set<String> ANSWERS = Set.of("ACCEPTED", "REFUSED", "DONE");

  /** A cluster's answer; {@code gpus} is what the workload runs with now. */
  public record Answer(String status, String gpus) {}

  private final PutBudget putBudget;
  private final Alerts alerts;
  private final Access access;

  AlertResource(PutBudget putBudget, Alerts alerts, Access access) {
    this.putBudget = putBudget;
    this.alerts = alerts;
    this.access = access;
  }

  @PUT
  @Path("/budgets/{id}")
  @RolesAllowed(Access.OPERATOR)
  public Response putBudget(String id, BudgetBody body) {
    if (body == null) {
      Fields fields = new Fields();
      fields.require(false, "body", "is required");
      return Answers.of(fields.refusal());
    }
    return switch (body.read(id)) {
      case Outcome.Refused<Budget> refused -> Answers.of(refused);
      case Outcome.Done<Budget> done -> Answers.of(putBudget.handle(done.value()));
    };
  }

  @GET
  @Path("/budgets/{id}")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response budget(String id) {
    String confinedTo = access.confinedTo();
    return Answers.of(
        putBudget
            .find(id)
            .filter(b -> confinedTo == null || confinedTo.equals(b.account()))
            .map(Outcome::done)
            .orElseGet(() -> Outcome.notFound("The budget " + id)));
  }

  @GET
  @Path("/alerts")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response alerts(
      @RestQuery String account, @RestQuery String after, @RestQuery String limit) {
    String whose = whose(account);
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    long position = Cursors.position(fields, page);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    List<Placed<AlertRaised>> rows = alerts.list(whose, position, page.fetch());
    return Response.ok(Page.of(rows, page, r -> Long.toString(r.position())).map(Placed::value))
        .build();
  }

  @GET
  @Path("/scale-down-requests")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER, Access.CLUSTER})
  public Response requests(
      @RestQuery String account, @RestQuery String after, @RestQuery String limit) {
    String whose = access.isCluster() ? account : whose(account);
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    long position = Cursors.position(fields, page);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    List<Placed<ScaleDownRequested>> rows = alerts.requests(whose, position, page.fetch());
    return Response.ok(Page.of(rows, page, r -> Long.toString(r.position())).map(Placed::value))
        .build();
  }

  @POST
  @Path("/scale-down-requests/{id}/answers")
  @RolesAllowed({Access.OPERATOR, Access.CLUSTER})
  public Response answer(String id, Answer body) {
    Fields fields = new Fields();
    UUID request = fields.required("id", id, AlertResource::uuid);
    String status =
        fields.required("status", body == null ? null : body.status, AlertResource::status);
    BigDecimal gpus =
        fields.optional("gpus", body == null ? null : body.gpus, null, Fields::notNegative);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return Answers.of(alerts.answer(request, status, gpus));
  }

  /** Whose alerts a caller sees: a customer only its own, an operator all or those it names. */
  private String whose(String account) {
    String confinedTo = access.confinedTo();
    if (account != null) {
      access.requireAccount(account);
      return account;
    }
    return confinedTo;
  }

  private static UUID uuid(String text) {
    try {
      return UUID.fromString(Texts.id(text));
    } catch (IllegalArgumentException e) {
      throw new InvalidValue("is not the id of a request");
    }
  }

  private static String status(String text) {
    if (!ANSWERS.contains(text)) {
      throw new InvalidValue("must be ACCEPTED, REFUSED or DONE");
    }
    return text;
  }
}
