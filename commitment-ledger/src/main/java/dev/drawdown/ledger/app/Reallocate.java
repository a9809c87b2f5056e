package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.store.AccountBookStore;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Brings books to changed commitments. Runs right after the change, and again by the clock for an
 * instance that died in between.
 */
@ApplicationScoped
public class Reallocate {
  private static final Logger LOG = Logger.getLogger(Reallocate.class);

  private final Pool pool;
  private final ServiceClock clock;
  private final AccountBookStore accountBookStore;
  private final Bookkeeping bookkeeping;

  Reallocate(
      Pool pool, ServiceClock clock, AccountBookStore accountBookStore, Bookkeeping bookkeeping) {
    this.pool = pool;
    this.clock = clock;
    this.accountBookStore = accountBookStore;
    this.bookkeeping = bookkeeping;
  }

  public void handle(String account) {
    try (Transaction tx = Transaction.begin(pool)) {
      var books = accountBookStore.lock(tx, List.of(account));
      bookkeeping.bring(tx, books.values(), Map.of(), clock.now());
      tx.commit();
    }
  }

  @Scheduled(every = "5s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void catchUp() {
    for (String account : Transaction.run(pool, accountBookStore::waiting)) {
      try {
        handle(account);
      } catch (RuntimeException e) {
        LOG.errorf(e, "account %s cannot be allocated again; the others go on", account);
      }
    }
  }
}
