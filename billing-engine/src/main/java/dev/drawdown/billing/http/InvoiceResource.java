package dev.drawdown.billing.http;

import dev.drawdown.billing.app.FinaliseInvoice;
import dev.drawdown.billing.app.InvoiceDocuments;
import dev.drawdown.billing.app.Invoices;
import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
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
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestQuery;

/** Invoices and drafts, as JSON and as a page. */
@Path("/v1")
@RunOnVirtualThread
public class InvoiceResource {
  private static final String HTML = "text/html;charset=UTF-8";

  /** Which period to finalise. */
  public record Body(String period) {}

  private final Invoices invoices;
  private final FinaliseInvoice finaliseInvoice;
  private final InvoiceDocuments documents;
  private final Access access;

  InvoiceResource(
      Invoices invoices,
      FinaliseInvoice finaliseInvoice,
      InvoiceDocuments documents,
      Access access) {
    this.invoices = invoices;
    this.finaliseInvoice = finaliseInvoice;
    this.documents = documents;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/invoices/draft")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response draft(String account, @RestQuery String period, @Context HttpHeaders headers) {
    String type = acceptable(headers);
    if (type == null) {
      return Problem.of(
          406, "not-acceptable", "A draft is available as application/json and text/html.");
    }
    access.requireAccount(account);
    Fields fields = new Fields();
    YearMonth label = fields.required("period", period, InvoiceResource::label);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return switch (invoices.draft(account, label)) {
      case Outcome.Refused<Invoice> refused -> Answers.of(refused);
      case Outcome.Done<Invoice> done ->
          document(
              type.equals(HTML) ? documents.html(done.value()) : documents.json(done.value()),
              type,
              200);
    };
  }

  @POST
  @Path("/accounts/{account}/invoices")
  @RolesAllowed(Access.OPERATOR)
  public Response finalise(String account, Body body) {
    Fields fields = new Fields();
    YearMonth label =
        fields.required("period", body == null ? null : body.period, InvoiceResource::label);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return switch (finaliseInvoice.handle(account, label)) {
      case Outcome.Refused<InvoiceRow> refused -> Answers.of(refused);
      case Outcome.Done<InvoiceRow> done ->
          document(done.value().json(), MediaType.APPLICATION_JSON, done.fresh() ? 201 : 200);
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
    return Response.ok(
            Page.of(rows, page, InvoiceRow::number)
                .map(row -> Json.read(row.json(), InvoiceDocuments.View.class)))
        .build();
  }

  @GET
  @Path("/invoices/{id}")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response get(String id, @Context HttpHeaders headers) {
    String type = acceptable(headers);
    if (type == null) {
      return Problem.of(
          406, "not-acceptable", "An invoice is available as application/json and text/html.");
    }
    return invoice(id)
        .map(row -> document(type.equals(HTML) ? row.html() : row.json(), type, 200))
        .orElseGet(() -> Answers.of(Outcome.notFound("The invoice " + id)));
  }

  /** The form a caller likes best, JSON where it does not care, null where it takes neither. */
  private static String acceptable(HttpHeaders headers) {
    for (MediaType wanted : headers.getAcceptableMediaTypes()) {
      if (wanted.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
        return MediaType.APPLICATION_JSON;
      }
      if (wanted.isCompatible(MediaType.TEXT_HTML_TYPE)) {
        return HTML;
      }
    }
    return null;
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

  private static Response document(byte[] bytes, String type, int status) {
    return Response.status(status)
        .type(type)
        .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        .entity(bytes)
        .build();
  }

  private static YearMonth label(String text) {
    try {
      YearMonth month = YearMonth.parse(text);
      if (month.getYear() >= 2000 && month.getYear() <= 2100) {
        return month;
      }
    } catch (DateTimeException e) {
      // said below, together with years that are out of range
    }
    throw new InvalidValue("must be a month such as 2026-03");
  }
}
