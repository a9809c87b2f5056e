package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.ReportUsage;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Slice;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** Which resources took what of the books, one share a line. */
@Path("/v1")
@RunOnVirtualThread
public class ShareResource {
  private static final Comparator<Share> ORDER =
      Comparator.comparing((Share s) -> s.slice().start())
          .thenComparing(Share::cell)
          .thenComparing(s -> s.usage().event().identity());

  /** What one event took of one place; see {@link PostingView} for the names. */
  public record View(
      Instant start,
      Instant end,
      String usageClass,
      String sku,
      String region,
      String kind,
      String commitment,
      String source,
      String id,
      String resource,
      Map<?, ?> labels,
      String unitSeconds) {
    static View of(Share share) {
      var event = share.usage().event();
      var cell = share.cell();
      return new View(
          share.slice().start(),
          share.slice().end(),
          cell.key().usageClass().label(),
          cell.key().sku(),
          cell.key().region(),
          cell.kind().name(),
          cell.commitment(),
          event.identity().source(),
          event.identity().id(),
          event.resource().isEmpty() ? null : event.resource(),
          event.labels().isEmpty() ? null : Json.read(event.labels(), Map.class),
          Decimals.plain(share.quantity().unitSeconds()));
    }
  }

  private final ReportUsage reportUsage;
  private final Accounts accounts;
  private final Access access;

  ShareResource(ReportUsage reportUsage, Accounts accounts, Access access) {
    this.reportUsage = reportUsage;
    this.accounts = accounts;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/shares")
  @Produces("application/x-ndjson")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response shares(String account, @RestQuery String from, @RestQuery String to) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Instant start = fields.required("from", from, Times::read);
    Instant end = fields.required("to", to, Times::read);
    if (start != null && end != null) {
      fields.require(start.isBefore(end), "to", "must be after from");
    }
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    Optional<Account> found = accounts.find(account);
    if (found.isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<Share> shares =
        reportUsage.shares(found.get(), new Slice(start, end)).stream().sorted(ORDER).toList();
    StreamingOutput lines =
        out -> {
          for (Share share : shares) {
            out.write(Json.bytes(View.of(share)));
            out.write('\n');
          }
        };
    return Response.ok(lines).type("application/x-ndjson").build();
  }
}
