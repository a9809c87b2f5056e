package dev.drawdown.billing.http;

import dev.drawdown.billing.app.ExportFocus;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.kit.http.WholeOrCut;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.YearMonth;
import org.jboss.resteasy.reactive.RestQuery;

/** Exports for FinOps tools. */
@Path("/v1")
@RunOnVirtualThread
public class ExportResource {
  private final ExportFocus exportFocus;
  private final Access access;

  ExportResource(ExportFocus exportFocus, Access access) {
    this.exportFocus = exportFocus;
    this.access = access;
  }

  /** A period's costs and usage in the form of FOCUS; a customer's own, an operator's all. */
  @GET
  @Path("/exports/focus")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response focus(
      @RestQuery String period, @RestQuery String account, @Context RoutingContext routing) {
    Fields fields = new Fields();
    YearMonth label = fields.required("period", period, Labels::month);
    String asked = fields.optional("account", account, null, Texts::slug);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    String one = asked == null ? access.confinedTo() : asked;
    if (one != null) {
      access.requireAccount(one);
    }
    return Response.ok(WholeOrCut.of(routing, out -> exportFocus.handle(one, label, out)))
        .type("text/csv;charset=UTF-8")
        .header(
            "Content-Disposition",
            "attachment; filename=\"focus-" + (one == null ? "all" : one) + "-" + label + ".csv\"")
        .build();
  }
}
