package dev.drawdown.billing.http;

import dev.drawdown.billing.app.ExplainLine;
import dev.drawdown.billing.app.FinaliseInvoice;
import dev.drawdown.billing.app.Invoices;
import dev.drawdown.billing.app.Invoices.Form;
import dev.drawdown.billing.app.VoidInvoice;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.kit.http.Problem;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestQuery;

/** Invoices and drafts in all their forms. */
@Path("/v1")
@RunOnVirtualThread
public class InvoiceResource {
  private static final Map<Form, String> TYPES =
      Map.of(
          Form.JSON, MediaType.APPLICATION_JSON,
          Form.HTML, "text/html;charset=UTF-8",
          Form.PDF, "application/pdf",
          Form.CSV, "text/csv;charset=UTF-8");

  /** Which period to finalise. */
  public record Body(String period) {}

  /** Why an invoice is made void. */
  public record VoidBody(String reason) {}

  private final Invoices invoices;
  private final FinaliseInvoice finaliseInvoice;
  private final VoidInvoice voidInvoice;
  private final ExplainLine explainLine;
  private final Access access;

  InvoiceResource(
      Invoices invoices,
      FinaliseInvoice finaliseInvoice,
      VoidInvoice voidInvoice,
      ExplainLine explainLine,
      Access access) {
    this.invoices = invoices;
    this.finaliseInvoice = finaliseInvoice;
    this.voidInvoice = voidInvoice;
    this.explainLine = explainLine;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/invoices/draft")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response draft(String account, @RestQuery String period, @Context HttpHeaders headers) {
    Form form = acceptable(headers);
    if (form == null) {
      return notAcceptable();
    }
    access.requireAccount(account);
    Fields fields = new Fields();
    YearMonth label = fields.required("period", period, Labels::month);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return switch (invoices.draft(account, label, form)) {
      case Outcome.Refused<byte[]> refused -> Answers.of(refused);
      case Outcome.Done<byte[]> done -> document(done.value(), form, 200);
    };
  }

  @POST
  @Path("/accounts/{account}/invoices")
  @RolesAllowed(Access.OPERATOR)
  public Response finalise(String account, Body body) {
    Fields fields = new Fields();
    YearMonth label = fields.required("period", body == null ? null : body.period, Labels::month);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return switch (finaliseInvoice.handle(account, label)) {
      case Outcome.Refused<UUID> refused -> Answers.of(refused);
      case Outcome.Done<UUID> done ->
          document(
              invoices.find(done.value()).orElseThrow().json(),
              Form.JSON,
              done.fresh() ? 201 : 200);
    };
  }

  @GET
  @Path("/accounts/{account}/invoices")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response list(String account, @RestQuery String after, @RestQuery String limit) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    List<InvoiceRow> rows = invoices.list(account, page.after(), page.fetch());
    return Response.ok(Page.of(rows, page, InvoiceRow::number).map(invoices::view)).build();
  }

  @GET
  @Path("/invoices/{id}")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response get(String id, @Context HttpHeaders headers) {
    Form form = acceptable(headers);
    if (form == null) {
      return notAcceptable();
    }
    return invoice(id)
        .map(row -> document(invoices.form(row, form), form, 200))
        .orElseGet(() -> Answers.of(Outcome.notFound("The invoice " + id)));
  }

  @POST
  @Path("/invoices/{id}/void")
  @RolesAllowed(Access.OPERATOR)
  public Response makeVoid(String id, VoidBody body) {
    Fields fields = new Fields();
    String reason =
        fields.required(
            "reason", body == null ? null : body.reason, text -> Texts.upTo(1024, text));
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return invoice(id)
        .map(row -> Answers.of(voidInvoice.handle(row.id(), reason).map(invoices::view)))
        .orElseGet(() -> Answers.of(Outcome.notFound("The invoice " + id)));
  }

  @GET
  @Path("/invoices/{id}/lines/{line}/explain")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response explain(String id, String line) {
    return invoice(id)
        .map(row -> Answers.of(explainLine.handle(row, line)))
        .orElseGet(() -> Answers.of(Outcome.notFound("The invoice " + id)));
  }

  /** The form a caller likes best, JSON where it does not care, null where it takes none. */
  private static Form acceptable(HttpHeaders headers) {
    List<MediaType> accepted;
    try {
      accepted = headers.getAcceptableMediaTypes();
    } catch (IllegalArgumentException e) {
      return null; // not a media type at all
    }
    for (MediaType wanted : accepted) {
      for (Form form : Form.values()) {
        if (wanted.isCompatible(MediaType.valueOf(TYPES.get(form)))) {
          return form;
        }
      }
    }
    return null;
  }

  private static Response notAcceptable() {
    return Problem.of(
        406,
        "not-acceptable",
        "It is available as application/json, text/html, application/pdf and text/csv.");
  }

  private Optional<InvoiceRow> invoice(String id) {
    String confinedTo = access.confinedTo();
    try {
      return invoices
          .find(UUID.fromString(id))
          .filter(row -> confinedTo == null || confinedTo.equals(row.account()));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // no invoice has such an id
    }
  }

  private static Response document(byte[] bytes, Form form, int status) {
    return Response.status(status)
        .type(TYPES.get(form))
        .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        .header("X-Content-Type-Options", "nosniff")
        .entity(bytes)
        .build();
  }
}
