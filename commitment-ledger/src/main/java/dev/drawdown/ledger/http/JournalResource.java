package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.Reconcile;
import dev.drawdown.ledger.store.QuarantineStore;
import dev.drawdown.ledger.store.QueryStore;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.RestQuery;

/** The journal, the check of the books, and what could not be booked. */
@Path("/v1")
@RunOnVirtualThread
public class JournalResource {
  private static final Instant BEGINNING = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2101-01-01T00:00:00Z");

  /** A posting: a signed difference of one place in the books. */
  public record PostingView(
      long sequence,
      Instant bookedAt,
      Instant start,
      Instant end,
      String usageClass,
      String sku,
      String region,
      String kind,
      String commitment,
      BigDecimal hours,
      String unitSeconds) {
    static PostingView of(QueryStore.Journal j) {
      var cell = j.posting().cell();
      return new PostingView(
          j.sequence(),
          j.bookedAt(),
          cell.sliceStart(),
          j.posting().sliceEnd(),
          cell.key().usageClass().label(),
          cell.key().sku(),
          cell.key().region(),
          cell.kind().name(),
          cell.commitment(),
          j.posting().quantity().hours(),
          Decimals.plain(j.posting().quantity().unitSeconds()));
    }
  }

  /** A record in quarantine; {@code value} as text, {@code valueBase64} byte for byte. */
  public record QuarantineView(
      String id,
      Instant at,
      String account,
      String reason,
      String detail,
      String topic,
      int partition,
      long offset,
      String value,
      String valueBase64) {
    static QuarantineView of(QuarantineStore.Item i) {
      return new QuarantineView(
          i.id(),
          i.at(),
          i.account(),
          i.reason(),
          i.detail(),
          i.topic(),
          i.partition(),
          i.offset(),
          new String(i.value(), StandardCharsets.UTF_8),
          Base64.getEncoder().encodeToString(i.value()));
    }
  }

  private final Pool pool;
  private final QueryStore queryStore;
  private final QuarantineStore quarantineStore;
  private final Reconcile reconcile;
  private final Accounts accounts;
  private final Access access;

  JournalResource(
      Pool pool,
      QueryStore queryStore,
      QuarantineStore quarantineStore,
      Reconcile reconcile,
      Accounts accounts,
      Access access) {
    this.pool = pool;
    this.queryStore = queryStore;
    this.quarantineStore = quarantineStore;
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
    return Response.ok(Page.of(rows, page, j -> Long.toString(j.sequence())).map(PostingView::of))
        .build();
  }

  @GET
  @Path("/reconciliation")
  @RolesAllowed(Access.OPERATOR)
  public Response reconciliation(@RestQuery String account) {
    if (account != null && accounts.find(account).isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<QueryStore.Difference> differences = reconcile.handle(account);
    return Response.ok(Map.of("balanced", differences.isEmpty(), "differences", differences))
        .build();
  }

  @GET
  @Path("/quarantine")
  @RolesAllowed(Access.OPERATOR)
  public Response quarantine(@RestQuery String after, @RestQuery String limit) {
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    List<QuarantineStore.Item> items = Transaction.run(pool, tx -> quarantineStore.list(tx, page));
    return Response.ok(Page.of(items, page, QuarantineStore::key).map(QuarantineView::of)).build();
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
