package dev.drawdown.billing.http;

import dev.drawdown.billing.app.AdviseCommitment;
import dev.drawdown.billing.app.AdviseCommitment.Query;
import dev.drawdown.billing.core.Advice;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.kit.time.ServiceClock;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;

/** Which commitment past usage would have paid for. */
@Path("/v1")
@RunOnVirtualThread
public class AdviceResource {
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final int MOST_OFFERS = 10;

  private final AdviseCommitment adviseCommitment;
  private final Access access;
  private final ServiceClock clock;

  AdviceResource(AdviseCommitment adviseCommitment, Access access, ServiceClock clock) {
    this.adviseCommitment = adviseCommitment;
    this.access = access;
    this.clock = clock;
  }

  /**
   * Replays the last ninety days, or the stretch that is named.
   *
   * @param offer as TERM:FEE or TERM:FEE:OVERAGE_DISCOUNT_PERCENT, the fee for a GPU and month,
   *     such as P1Y:2000:10; may be repeated
   */
  @GET
  @Path("/accounts/{account}/advice")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response advice(
      String account,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String sku,
      @RestQuery List<String> offer) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Instant end = fields.optional("to", to, clock.now(), Times::read);
    Instant begun = end == null ? clock.now() : end;
    Instant start = fields.optional("from", from, begun.minus(Duration.ofDays(90)), Times::read);
    String asked = fields.optional("sku", sku, null, Texts::id);
    List<Advice.Offer> offers = new ArrayList<>();
    fields.require(offer == null || offer.size() <= MOST_OFFERS, "offer", "at most " + MOST_OFFERS);
    for (int i = 0; offer != null && i < Math.min(offer.size(), MOST_OFFERS); i++) {
      offers.add(fields.required("offer[" + i + "]", offer.get(i), AdviceResource::offer));
    }
    if (start != null && end != null) {
      fields.require(start.isBefore(end), "to", "must be after from");
      fields.require(
          !start.plus(LONGEST).isBefore(end), "to", "must be at most 400 days after from");
    }
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return adviseCommitment
        .handle(account, new Query(start, end, asked, offers))
        .map(answer -> Response.ok(answer).build())
        .orElseGet(() -> Answers.of(Outcome.notFound("The account " + account)));
  }

  private static Advice.Offer offer(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new InvalidValue("must be TERM:FEE or TERM:FEE:OVERAGE_DISCOUNT_PERCENT");
    }
    return new Advice.Offer(
        Texts.id(parts[0]),
        Fields.notNegative(parts[1]),
        parts.length == 3 ? Fields.percent(parts[2]) : BigDecimal.ZERO);
  }
}
