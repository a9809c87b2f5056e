package dev.drawdown.kit.data;

import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/** Tells a fault that passes (no database, a deadlock) from a broken invariant, which does not. */
public final class Faults {
  private static final Logger LOG = Logger.getLogger(Faults.class);

  /** SQLSTATE classes: data, integrity, syntax or access, and raised by our own functions. */
  private static final Set<String> LASTING = Set.of("22", "23", "42", "P0");

  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private Faults() {}

  public static boolean isPassing(Throwable fault) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (t instanceof PgException pg) {
        return pg.getSqlState() == null || !LASTING.contains(pg.getSqlState().substring(0, 2));
      }
      if (t instanceof IllegalArgumentException
          || t instanceof NullPointerException
          || t instanceof ClassCastException
          || t instanceof ArithmeticException) {
        return false;
      }
    }
    return true;
  }

  /**
   * Runs work until it succeeds, waiting longer after each passing fault. A lasting one is thrown
   * at once, so that whoever consumes stops loudly instead of going on with broken books.
   */
  public static void outlast(String what, Runnable work) {
    Duration wait = FIRST_WAIT;
    while (true) {
      try {
        work.run();
        return;
      } catch (RuntimeException fault) {
        if (!isPassing(fault) || Thread.currentThread().isInterrupted()) {
          throw fault;
        }
        LOG.warnf("%s failed and is tried again in %s: %s", what, wait, fault);
        LockSupport.parkNanos(wait.toNanos());
        wait =
            wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
      }
    }
  }
}
