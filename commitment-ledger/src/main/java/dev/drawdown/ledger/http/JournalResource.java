package dev.drawdown.ledger.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.kit.http.WholeOrCut;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.Reconcile;
import dev.drawdown.ledger.store.QueryStore;
import dev.drawdown.ledger.store.ReconciliationStore.Difference;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.RestQuery;

/** The journal, page by page or whole, and the check of the books. */
@Path("/v1")
@RunOnVirtualThread
public class JournalResource {
  private static final Instant BEGINNING = Instant.parse("2000-01-01T00:00:00Z");
  private static final int AT_ONCE = 1_000;
  private static final Instant END = Instant.parse("2101-01-01T00:00:00Z");

  private final Pool pool;
  private final QueryStore queryStore;
  private final Reconcile reconcile;
  private final Accounts accounts;
  private final Access access;

  JournalResource(
      Pool pool, QueryStore queryStore, Reconcile reconcile, Accounts accounts, Access access) {
    this.pool = pool;
    this.queryStore = queryStore;
    this.reconcile = reconcile;
    this.accounts = accounts;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/postings")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response postings(
      String account,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String after,
      @RestQuery String limit) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    Instant start = fields.optional("from", from, BEGINNING, Times::read);
    Instant end = fields.optional("to", to, END, Times::read);
    Long sequence = fields.optional("after", page.after(), 0L, JournalResource::sequence);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    if (accounts.find(account).isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<QueryStore.Journal> rows =
        Transaction.run(
            pool, tx -> queryStore.journal(tx, account, start, end, sequence, page.fetch()));
    return Response.ok(
            Page.of(rows, page, j -> Long.toString(j.sequence()))
                .map(j -> PostingView.of(account, j)))
        .build();
  }

  /** The whole journal, one posting a line, for keeping and for {@code ./drawdown verify}. */
  @GET
  @Path("/accounts/{account}/journal")
  @Produces("application/x-ndjson")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response journal(String account, @Context RoutingContext routing) {
    access.requireAccount(account);
    if (accounts.find(account).isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    StreamingOutput lines =
        out -> {
          long last = 0;
          List<QueryStore.Journal> rows;
          do {
            long after = last;
            rows =
                Transaction.run(
                    pool, tx -> queryStore.journal(tx, account, BEGINNING, END, after, AT_ONCE));
            for (QueryStore.Journal row : rows) {
              out.write(Json.bytes(PostingView.of(account, row)));
              out.write('\n');
              last = row.sequence();
            }
          } while (rows.size() == AT_ONCE);
        };
    return Response.ok(WholeOrCut.of(routing, lines)).type("application/x-ndjson").build();
  }

  @GET
  @Path("/reconciliation")
  @RolesAllowed(Access.OPERATOR)
  public Response reconciliation(@RestQuery String account) {
    if (account != null && accounts.find(account).isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<Difference> differences = new ArrayList<>();
    if (account == null) {
      reconcile.handleAll((one, found) -> differences.addAll(found));
    } else {
      differences.addAll(reconcile.handle(account));
    }
    return Response.ok(Map.of("balanced", differences.isEmpty(), "differences", differences))
        .build();
  }

  private static long sequence(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw new InvalidValue("is not a cursor of this list");
    }
    return Long.parseLong(text);
  }
}
