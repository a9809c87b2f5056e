package dev.drawdown.ledger.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.PutCommitment;
import dev.drawdown.ledger.app.ShowAllowances;
import dev.drawdown.ledger.app.TerminateCommitment;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.Proposal;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** Commitments, with what the current window grants and what is drawn. */
@Path("/v1")
@RunOnVirtualThread
public class CommitmentResource {
  /** When a commitment shall end; now when absent. */
  public record Termination(String at) {}

  private final PutCommitment putCommitment;
  private final TerminateCommitment terminateCommitment;
  private final ShowAllowances showAllowances;
  private final Accounts accounts;
  private final Access access;

  CommitmentResource(
      PutCommitment putCommitment,
      TerminateCommitment terminateCommitment,
      ShowAllowances showAllowances,
      Accounts accounts,
      Access access) {
    this.putCommitment = putCommitment;
    this.terminateCommitment = terminateCommitment;
    this.showAllowances = showAllowances;
    this.accounts = accounts;
    this.access = access;
  }

  @PUT
  @Path("/commitments/{id}")
  @RolesAllowed(Access.OPERATOR)
  public Response put(String id, CommitmentBody body) {
    if (body == null) {
      Fields fields = new Fields();
      fields.require(false, "body", "is required");
      return Answers.of(fields.refusal());
    }
    return switch (body.read(id)) {
      case Outcome.Refused<Proposal> refused -> Answers.of(refused);
      case Outcome.Done<Proposal> done ->
          Answers.of(putCommitment.handle(done.value()).map(this::view));
    };
  }

  @GET
  @Path("/commitments/{id}")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response get(String id) {
    String confinedTo = access.confinedTo();
    return Answers.of(
        accounts
            .findCommitment(id)
            .filter(c -> confinedTo == null || confinedTo.equals(c.account()))
            .map(c -> Outcome.done(view(c)))
            .orElseGet(() -> Outcome.notFound("The commitment " + id)));
  }

  @GET
  @Path("/accounts/{account}/commitments")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response list(String account, @RestQuery String after, @RestQuery String limit) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    Optional<Account> found = accounts.find(account);
    if (found.isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<Commitment> following =
        accounts.commitments(account).stream()
            .filter(c -> c.id().compareTo(page.after()) > 0)
            .sorted(java.util.Comparator.comparing(Commitment::id))
            .limit(page.fetch())
            .toList();
    Page<Commitment> slice = Page.of(following, page, Commitment::id);
    List<CommitmentView> views =
        showAllowances.handle(found.get(), slice.items()).stream().map(CommitmentView::of).toList();
    return Response.ok(new Page<>(views, slice.next())).build();
  }

  @POST
  @Path("/commitments/{id}/terminate")
  @RolesAllowed(Access.OPERATOR)
  public Response terminate(String id, Termination body) {
    Fields fields = new Fields();
    Instant at = fields.optional("at", body == null ? null : body.at, null, Times::read);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return Answers.of(terminateCommitment.handle(id, at).map(this::view));
  }

  private CommitmentView view(Commitment commitment) {
    Account account = accounts.find(commitment.account()).orElseThrow();
    return CommitmentView.of(showAllowances.handle(account, List.of(commitment)).getFirst());
  }
}
