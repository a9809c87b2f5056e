package dev.drawdown.ledger.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.ShowHeadroom;
import dev.drawdown.ledger.app.ShowHeadroom.Shown;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Headroom;
import dev.drawdown.ledger.core.UsageClass;
import dev.drawdown.ledger.core.UsageKey;
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

/** How many more GPUs fit inside an account's commitments now. */
@Path("/v1")
@RunOnVirtualThread
public class HeadroomResource {
  /**
   * The room there is.
   *
   * @param gpus how many could start now and run until {@code until} without overage
   * @param until when the hour turns, or a commitment or one of its windows begins or ends
   * @param asked what was asked about; absent without {@code gpus} in the request
   */
  public record HeadroomView(
      String account,
      String sku,
      String region,
      String usageClass,
      Instant at,
      Instant until,
      BigDecimal gpus,
      List<ShareView> commitments,
      AskedView asked) {}

  /** What one commitment has left until then, in hours of the SKU and in GPUs. */
  public record ShareView(String commitment, BigDecimal hours, BigDecimal gpus) {}

  /** Whether GPUs fit until the hour turns, and until when they would if they ran on. */
  public record AskedView(BigDecimal gpus, boolean fits, Instant insideUntil) {}

  private final ShowHeadroom showHeadroom;
  private final Accounts accounts;
  private final Access access;

  HeadroomResource(ShowHeadroom showHeadroom, Accounts accounts, Access access) {
    this.showHeadroom = showHeadroom;
    this.accounts = accounts;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/headroom")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response headroom(
      String account,
      @RestQuery String sku,
      @RestQuery String region,
      @RestQuery("class") String usageClass,
      @RestQuery String gpus) {
    access.requireAccount(account);
    Fields fields = new Fields();
    String of = fields.required("sku", sku, Texts::id);
    String in = fields.optional("region", region, "", Texts::id);
    UsageClass as = fields.optional("class", usageClass, UsageClass.ELASTIC, UsageClass::of);
    BigDecimal asked = fields.optional("gpus", gpus, null, Fields::positive);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    Optional<Account> found = accounts.find(account);
    if (found.isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    UsageKey key = new UsageKey(as, of, in);
    return Response.ok(view(account, key, asked, showHeadroom.handle(found.get(), key, asked)))
        .build();
  }

  private static HeadroomView view(String account, UsageKey key, BigDecimal asked, Shown shown) {
    Headroom.Room room = shown.room();
    return new HeadroomView(
        account,
        key.sku(),
        key.region(),
        key.usageClass().label(),
        shown.now(),
        room.slice().end(),
        room.gpus(),
        room.shares().stream()
            .map(s -> new ShareView(s.commitment(), s.left().hours(), s.gpus()))
            .toList(),
        asked == null
            ? null
            : new AskedView(asked, asked.compareTo(room.gpus()) <= 0, shown.until()));
  }
}
