package dev.drawdown.ledger.app;

import dev.drawdown.ledger.store.ReconciliationStore.Difference;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Checks all books by the clock. What differs is a metric, {@code drawdown_books_differing}, that
 * an alert watches (infra/observability), and an error in the log; it is never mended by itself.
 */
@ApplicationScoped
public class CheckBooks {
  private static final Logger LOG = Logger.getLogger(CheckBooks.class);

  private final Reconcile reconcile;
  private final AtomicInteger differing = new AtomicInteger();
  private final Counter checked;

  CheckBooks(Reconcile reconcile, MeterRegistry registry) {
    this.reconcile = reconcile;
    this.checked =
        Counter.builder("drawdown.books.checked")
            .description("accounts whose books were recomputed from their events")
            .register(registry);
    registry.gauge("drawdown.books.differing", differing);
  }

  @Scheduled(
      every = "${drawdown.books-check.every}",
      delayed = "${drawdown.books-check.every}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void check() {
    AtomicInteger found = new AtomicInteger();
    reconcile.handleAll((account, differences) -> count(account, differences, found));
    differing.set(found.get());
  }

  private void count(String account, List<Difference> differences, AtomicInteger found) {
    checked.increment();
    if (!differences.isEmpty()) {
      differing.set(found.incrementAndGet());
      LOG.errorf("the books of %s differ from its events: %s", account, differences);
    }
  }
}
