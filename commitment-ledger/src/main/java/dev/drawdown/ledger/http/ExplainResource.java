package dev.drawdown.ledger.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.ExplainSlice;
import dev.drawdown.ledger.app.ExplainSlice.Explanation;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.Drawdown.Explained;
import dev.drawdown.ledger.core.Drawdown.Turn;
import dev.drawdown.ledger.core.Quantity;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** Who drew what in a slice, and why in this order. */
@Path("/v1")
@RunOnVirtualThread
public class ExplainResource {
  /** A slice with its usage in the order of drawing. */
  public record SliceView(Instant start, Instant end, List<UsageView> usage) {}

  /** Usage of one class, SKU and region; {@code turns} are the commitments in draw order. */
  public record UsageView(
      String usageClass,
      String sku,
      String region,
      BigDecimal hours,
      List<TurnView> turns,
      BigDecimal overage,
      String overageOf,
      BigDecimal onDemand,
      List<EventView> events) {}

  /**
   * One commitment's turn.
   *
   * @param because what decided its place, most important first
   * @param leftBefore what its window had left, in the commitment's units
   * @param covered what it took, in hours of the SKU
   */
  public record TurnView(
      String commitment,
      List<String> because,
      Instant windowStart,
      Instant windowEnd,
      BigDecimal granted,
      BigDecimal leftBefore,
      BigDecimal covered) {}

  /** What one event took, and of what. */
  public record EventView(
      String source,
      String id,
      String resource,
      String kind,
      String commitment,
      BigDecimal hours) {}

  private final ExplainSlice explainSlice;
  private final Accounts accounts;
  private final Access access;

  ExplainResource(ExplainSlice explainSlice, Accounts accounts, Access access) {
    this.explainSlice = explainSlice;
    this.accounts = accounts;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/explain")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response explain(String account, @RestQuery String at) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Instant instant = fields.required("at", at, Times::read);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    Optional<Account> found = accounts.find(account);
    if (found.isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<SliceView> slices =
        explainSlice.handle(found.get(), instant).stream().map(ExplainResource::view).toList();
    return Response.ok(new Page<>(slices, null)).build();
  }

  private static SliceView view(Explanation explanation) {
    return new SliceView(
        explanation.slice().start(),
        explanation.slice().end(),
        explanation.usage().stream().map(one -> view(one, explanation.shares())).toList());
  }

  private static UsageView view(Explained explained, List<Share> shares) {
    var allocation = explained.allocation();
    var key = allocation.key();
    return new UsageView(
        key.usageClass().label(),
        key.sku(),
        key.region(),
        allocation.used().hours(),
        explained.turns().stream().map(ExplainResource::view).toList(),
        allocation.overage().hours(),
        allocation.overageOf(),
        allocation.onDemand().hours(),
        shares.stream()
            .filter(share -> share.cell().key().equals(key))
            .map(ExplainResource::view)
            .toList());
  }

  private static TurnView view(Turn turn) {
    return new TurnView(
        turn.commitment().id(),
        because(turn),
        turn.before().id().start(),
        turn.before().end(),
        turn.before().granted().hours(),
        turn.before().left().hours(),
        turn.covered().hours());
  }

  /** The keys of the draw order as they stand for this commitment. */
  private static List<String> because(Turn turn) {
    Commitment c = turn.commitment();
    return List.of(
        "priority " + c.priority(),
        c.kind().name(),
        c.skus().size() + (c.skus().size() == 1 ? " SKU" : " SKUs"),
        c.regions().isEmpty() ? "every region" : "regions given",
        "window ends " + turn.before().end(),
        "starts " + c.start(),
        "id " + c.id());
  }

  private static EventView view(Share share) {
    var event = share.usage().event();
    Quantity quantity = share.quantity();
    return new EventView(
        event.identity().source(),
        event.identity().id(),
        event.resource(),
        share.cell().kind().name(),
        share.cell().commitment(),
        quantity.hours());
  }
}
