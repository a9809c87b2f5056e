package dev.drawdown.billing.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.WebApplicationException;
import java.util.Optional;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Asks the ledger, the owner of accounts, how far it has come. */
@ApplicationScoped
public class LedgerAccounts {
  private final LedgerClient ledger;

  LedgerAccounts(@RestClient LedgerClient ledger) {
    this.ledger = ledger;
  }

  /** Nothing when the account does not exist; fails when the ledger is away. */
  public Optional<CopyStore.Head> head(String account) {
    try {
      return Optional.of(ledger.head(account));
    } catch (WebApplicationException e) {
      if (e.getResponse().getStatus() == 404) {
        return Optional.empty();
      }
      throw new IllegalStateException("the ledger answered " + e.getResponse().getStatus(), e);
    }
  }
}
