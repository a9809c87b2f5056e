package dev.drawdown.billing.store;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.rest.client.annotation.ClientHeaderParam;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** What is asked of the ledger. */
@RegisterRestClient(configKey = "ledger")
@ClientHeaderParam(name = "Authorization", value = "Bearer ${drawdown.service-token}")
public interface LedgerClient {
  /** How far an account's facts have come; fails with 404 when it does not exist. */
  @GET
  @Path("/v1/accounts/{account}/head")
  CopyStore.Head head(@PathParam("account") String account);

  /** A page of the journal of slices that begin in a stretch of time. */
  @GET
  @Path("/v1/accounts/{account}/postings")
  LedgerJournal.Page postings(
      @PathParam("account") String account,
      @QueryParam("from") String from,
      @QueryParam("to") String to,
      @QueryParam("after") String after,
      @QueryParam("limit") int limit);

  /** What became of an event; fails with 404 when it was never seen. */
  @GET
  @Path("/v1/receipts")
  LedgerShares.Receipt receipt(
      @QueryParam("account") String account,
      @QueryParam("source") String source,
      @QueryParam("id") String id);

  /** Which resources took what, one share a line. */
  @GET
  @Path("/v1/accounts/{account}/shares")
  @Produces("application/x-ndjson")
  String shares(
      @PathParam("account") String account,
      @QueryParam("from") String from,
      @QueryParam("to") String to,
      @QueryParam("by") String by);
}
