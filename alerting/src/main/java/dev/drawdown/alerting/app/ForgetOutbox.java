package dev.drawdown.alerting.app;

import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Keeps the outbox from growing for ever: messages that were read days ago have served. */
@ApplicationScoped
public class ForgetOutbox {
  private static final int AT_ONCE = 5_000;

  private final Pool pool;
  private final Duration age;

  ForgetOutbox(Pool pool, @ConfigProperty(name = "drawdown.outbox.keep") Duration age) {
    this.pool = pool;
    this.age = age;
  }

  /** Forgets in small steps, so that nobody waits. */
  @Scheduled(every = "1h", delayed = "5m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  public void handle() {
    int forgotten;
    do {
      forgotten = Transaction.run(pool, tx -> Outbox.forget(tx, age, AT_ONCE));
    } while (forgotten == AT_ONCE);
  }
}
