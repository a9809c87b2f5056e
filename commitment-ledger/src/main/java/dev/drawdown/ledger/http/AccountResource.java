package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.PutAccount;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Calendar;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Currency;

/** Accounts. */
@Path("/v1")
@RunOnVirtualThread
public class AccountResource {
  /** What an operator sends; decimals as text or number. */
  public record Body(
      String name,
      String currency,
      String timeZone,
      String taxPercent,
      String billingDay,
      String graceHours) {}

  /** What is answered. */
  public record View(
      String id,
      String name,
      String currency,
      String timeZone,
      BigDecimal taxPercent,
      int billingDay,
      Integer graceHours) {
    static View of(Account a) {
      return new View(
          a.id(),
          a.name(),
          a.currency(),
          a.calendar().zone().getId(),
          a.taxPercent(),
          a.calendar().billingDay(),
          a.graceHours());
    }
  }

  private final PutAccount putAccount;
  private final Accounts accounts;
  private final Access access;

  AccountResource(PutAccount putAccount, Accounts accounts, Access access) {
    this.putAccount = putAccount;
    this.accounts = accounts;
    this.access = access;
  }

  @PUT
  @Path("/accounts/{account}")
  @RolesAllowed(Access.OPERATOR)
  public Response put(String account, Body body) {
    Fields fields = new Fields();
    fields.require(body != null, "body", "is required");
    if (body == null) {
      return Answers.of(fields.refusal());
    }
    String id = fields.required("account", account, Texts::slug);
    String name = fields.required("name", body.name, text -> Texts.upTo(256, text));
    String currency = fields.required("currency", body.currency, AccountResource::currency);
    ZoneId zone = fields.optional("timeZone", body.timeZone, ZoneId.of("UTC"), this::zone);
    BigDecimal tax =
        fields.optional(
            "taxPercent",
            body.taxPercent,
            BigDecimal.ZERO,
            text -> Decimals.normal(Fields.percent(text)));
    Integer day = fields.optional("billingDay", body.billingDay, 1, t -> whole(t, 1, 31));
    Integer grace = fields.optional("graceHours", body.graceHours, null, t -> whole(t, 0, 8784));
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    Account asked = new Account(id, name, currency, new Calendar(zone, day), tax, grace);
    return Answers.of(putAccount.handle(asked).map(View::of));
  }

  @GET
  @Path("/accounts/{account}")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response get(String account) {
    access.requireAccount(account);
    return Answers.of(
        accounts
            .find(account)
            .map(a -> Outcome.done(View.of(a)))
            .orElseGet(() -> Outcome.notFound("The account " + account)));
  }

  /** How far the account's facts have come; other services wait for their copies with it. */
  @GET
  @Path("/accounts/{account}/head")
  @RolesAllowed(Access.OPERATOR)
  public Response head(String account) {
    return Answers.of(
        accounts
            .head(account)
            .map(Outcome::done)
            .orElseGet(() -> Outcome.notFound("The account " + account)));
  }

  private static String currency(String code) {
    for (Currency known : Currency.getAvailableCurrencies()) {
      if (known.getCurrencyCode().equals(code) && known.getDefaultFractionDigits() >= 0) {
        return code;
      }
    }
    throw new InvalidValue("must be an ISO 4217 currency code");
  }

  private ZoneId zone(String id) {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new InvalidValue("must be a time zone such as Europe/Berlin");
    }
  }

  private static int whole(String text, int from, int to) {
    if (!text.matches("[0-9]{1,6}")
        || Integer.parseInt(text) < from
        || Integer.parseInt(text) > to) {
      throw new InvalidValue("must be a whole number from %d to %d".formatted(from, to));
    }
    return Integer.parseInt(text);
  }
}
