package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.store.CloseStore;
import dev.drawdown.billing.store.CloseStore.Closing;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Invoices ended periods by itself, for accounts that set how many hours to wait for late usage.
 * Missed runs are made up; a period that was ever invoiced is left to people. Several instances may
 * run: whoever comes second finds the invoice there.
 */
@ApplicationScoped
public class CloseDue {
  private static final Logger LOG = Logger.getLogger(CloseDue.class);

  private static final int AT_ONCE = 4;

  private final Pool pool;
  private final CloseStore closeStore;
  private final InvoiceStore invoiceStore;
  private final RatePeriod ratePeriod;
  private final FinaliseInvoice finaliseInvoice;
  private final ServiceClock clock;

  CloseDue(
      Pool pool,
      CloseStore closeStore,
      InvoiceStore invoiceStore,
      RatePeriod ratePeriod,
      FinaliseInvoice finaliseInvoice,
      ServiceClock clock) {
    this.pool = pool;
    this.closeStore = closeStore;
    this.invoiceStore = invoiceStore;
    this.ratePeriod = ratePeriod;
    this.finaliseInvoice = finaliseInvoice;
    this.clock = clock;
  }

  /** Closes what is due. */
  @Scheduled(
      every = "${drawdown.close.every}",
      delayed = "10s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  public void handle() {
    RatePeriod.Tables tables = ratePeriod.tables();
    String after = "";
    List<Closing> some;
    do {
      String from = after;
      some = Transaction.run(pool, tx -> closeStore.closings(tx, from));
      closeAll(some, tables);
      after = some.isEmpty() ? after : some.getLast().account().id();
    } while (!some.isEmpty());
  }

  /** A few at a time: while one waits for the database another reckons. */
  private void closeAll(List<Closing> closings, RatePeriod.Tables tables) {
    Semaphore turns = new Semaphore(AT_ONCE);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Closing closing : closings) {
        turns.acquireUninterruptibly();
        threads.execute(
            () -> {
              try {
                close(closing, tables);
              } catch (RuntimeException e) {
                // one account's fault must not keep the others open; this one comes again
                LOG.errorf(e, "closing %s failed", closing.account().id());
              } finally {
                turns.release();
              }
            });
      }
    }
  }

  private void close(Closing closing, RatePeriod.Tables tables) {
    Account account = closing.account();
    Instant ended = clock.now().minus(Duration.ofHours(closing.graceHours()));
    YearMonth last = account.periodOf(ended).label().minusMonths(1);
    YearMonth next = closing.closedThrough() == null ? null : closing.closedThrough().plusMonths(1);
    if (next == null) {
      next = firstPeriod(account);
    }
    while (next != null && !next.isAfter(last) && closeOne(account.id(), next, tables)) {
      YearMonth closed = next;
      Transaction.run(
          pool,
          tx -> {
            closeStore.closedThrough(tx, account.id(), closed);
            return null;
          });
      next = next.plusMonths(1);
    }
  }

  /** Null while nothing has happened. */
  private YearMonth firstPeriod(Account account) {
    return Transaction.run(pool, tx -> closeStore.firstUse(tx, account.id()))
        .map(first -> account.periodOf(first).label())
        .orElse(null);
  }

  /** Whether the period needs no more looking. */
  private boolean closeOne(String account, YearMonth period, RatePeriod.Tables tables) {
    if (Transaction.run(pool, tx -> invoiceStore.wasInvoiced(tx, account, period))) {
      return true;
    }
    return switch (finaliseInvoice.handle(account, period, tables, false)) {
      case Outcome.Done<Optional<UUID>> done -> {
        done.value().ifPresent(id -> LOG.debugf("closed %s of %s: %s", period, account, id));
        yield true;
      }
      case Outcome.Refused<Optional<UUID>> refused -> {
        LOG.warnf("cannot close %s of %s yet: %s", period, account, refused.detail());
        yield false;
      }
    };
  }
}
