package dev.drawdown.ledger.http;

import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.ReplayQuarantined;
import dev.drawdown.ledger.store.QuarantineStore;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;

/** What could not be booked, and giving it back to the pipeline. */
@Path("/v1")
@RunOnVirtualThread
public class QuarantineResource {
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
      String valueBase64,
      Instant replayedAt) {
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
          Base64.getEncoder().encodeToString(i.value()),
          i.replayedAt());
    }
  }

  private final Pool pool;
  private final QuarantineStore quarantineStore;
  private final ReplayQuarantined replayQuarantined;

  QuarantineResource(
      Pool pool, QuarantineStore quarantineStore, ReplayQuarantined replayQuarantined) {
    this.pool = pool;
    this.quarantineStore = quarantineStore;
    this.replayQuarantined = replayQuarantined;
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

  /** The id holds slashes: topic/partition/offset. */
  @POST
  @Path("/quarantine/{id: .+}/replay")
  @RolesAllowed(Access.OPERATOR)
  public Response replay(String id) {
    return Answers.of(replayQuarantined.handle(id).map(QuarantineView::of));
  }
}
