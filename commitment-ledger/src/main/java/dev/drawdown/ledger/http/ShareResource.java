package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.ReportUsage;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.Quantity;
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
import java.util.LinkedHashMap;
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

  /** Whose shares are told apart. */
  private enum By {
    RESOURCE,
    EVENT
  }

  /**
   * What a resource, or one event, took of one place; see {@link PostingView} for the names.
   *
   * @param source absent where a resource's events are summed up, as the id is
   */
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
    static View of(Owner owner, Quantity quantity) {
      var cell = owner.cell();
      return new View(
          owner.slice().start(),
          owner.slice().end(),
          cell.key().usageClass().label(),
          cell.key().sku(),
          cell.key().region(),
          cell.kind().name(),
          cell.commitment(),
          owner.event() == null ? null : owner.event().source(),
          owner.event() == null ? null : owner.event().id(),
          owner.resource().isEmpty() ? null : owner.resource(),
          owner.labels().isEmpty() ? null : Json.read(owner.labels(), Map.class),
          Decimals.plain(quantity.unitSeconds()));
    }
  }

  private record Owner(Slice slice, Cell cell, Identity event, String resource, String labels) {
    static Owner of(Share share, By by) {
      var event = share.usage().event();
      return new Owner(
          share.slice(),
          share.cell(),
          by == By.EVENT ? event.identity() : null,
          event.resource(),
          event.labels());
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
  public Response shares(
      String account, @RestQuery String from, @RestQuery String to, @RestQuery String by) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Instant start = fields.required("from", from, Times::read);
    Instant end = fields.required("to", to, Times::read);
    By whose = fields.optional("by", by, By.RESOURCE, ShareResource::by);
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
    Map<Owner, Quantity> sums = new LinkedHashMap<>();
    reportUsage.shares(found.get(), new Slice(start, end)).stream()
        .sorted(ORDER)
        .forEach(share -> sums.merge(Owner.of(share, whose), share.quantity(), Quantity::plus));
    StreamingOutput lines =
        out -> {
          for (Map.Entry<Owner, Quantity> sum : sums.entrySet()) {
            out.write(Json.bytes(View.of(sum.getKey(), sum.getValue())));
            out.write('\n');
          }
        };
    return Response.ok(lines).type("application/x-ndjson").build();
  }

  private static By by(String text) {
    return switch (text) {
      case "resource" -> By.RESOURCE;
      case "event" -> By.EVENT;
      default -> throw new InvalidValue("must be resource or event");
    };
  }
}
