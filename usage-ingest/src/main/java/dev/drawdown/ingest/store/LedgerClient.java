package dev.drawdown.ingest.store;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.rest.client.annotation.ClientHeaderParam;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

/** What is asked of the ledger. */
@RegisterRestClient(configKey = "ledger")
@ClientHeaderParam(name = "Authorization", value = "Bearer ${drawdown.service-token}")
public interface LedgerClient {
  /** Fails with 404 when the account does not exist. */
  @GET
  @Path("/v1/accounts/{account}")
  String account(@PathParam("account") String account);
}
