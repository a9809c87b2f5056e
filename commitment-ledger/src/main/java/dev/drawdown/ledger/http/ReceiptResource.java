package dev.drawdown.ledger.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.FindReceipt;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Identity;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** What became of one event. */
@Path("/v1/receipts")
@RunOnVirtualThread
public class ReceiptResource {
  private final FindReceipt findReceipt;
  private final Accounts accounts;
  private final Access access;

  ReceiptResource(FindReceipt findReceipt, Accounts accounts, Access access) {
    this.findReceipt = findReceipt;
    this.accounts = accounts;
    this.access = access;
  }

  @GET
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response get(@RestQuery String account, @RestQuery String source, @RestQuery String id) {
    Fields fields = new Fields();
    fields.required("account", account, Texts::slug);
    fields.required("source", source, Texts::id);
    fields.required("id", id, Texts::id);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    access.requireAccount(account);
    Optional<Account> found = accounts.find(account);
    if (found.isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    return Answers.of(
        findReceipt
            .handle(found.get(), new Identity(account, source, id))
            .map(receipt -> Outcome.done(ReceiptView.of(receipt)))
            .orElseGet(() -> Outcome.notFound("An event with this identity")));
  }
}
