package dev.drawdown.ingest.store;

import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.cache.CaffeineCache;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Which accounts the ledger knows. Only known ones are remembered: a new one works at once. */
@ApplicationScoped
public class LedgerAccounts {
  private static final Logger LOG = Logger.getLogger(LedgerAccounts.class);

  private final LedgerClient ledger;
  private final CaffeineCache known;

  LedgerAccounts(@RestClient LedgerClient ledger, @CacheName("accounts") Cache known) {
    this.ledger = ledger;
    this.known = known.as(CaffeineCache.class);
  }

  /**
   * Whether an event of the account may be taken. While the ledger is away the answer is yes: the
   * ledger itself puts aside what it does not know.
   */
  public boolean mayExist(String account) {
    if (known.getIfPresent(account) != null) {
      return true;
    }
    try {
      ledger.account(account);
      known.put(account, CompletableFuture.completedFuture(Boolean.TRUE));
      return true;
    } catch (WebApplicationException e) {
      if (e.getResponse().getStatus() == 404) {
        return false;
      }
      LOG.warnf("the ledger answered %d for account %s", e.getResponse().getStatus(), account);
      return true;
    } catch (ProcessingException e) {
      LOG.warnf("the ledger is away, account %s is not checked: %s", account, e.getMessage());
      return true;
    }
  }
}
