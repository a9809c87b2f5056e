package dev.drawdown.alerting.app;

import dev.drawdown.alerting.core.Retries;
import dev.drawdown.alerting.core.Signature;
import dev.drawdown.alerting.routes.WebhookRoute;
import dev.drawdown.alerting.routes.WebhookRoute.Attempt;
import dev.drawdown.alerting.routes.WebhookRoute.Result;
import dev.drawdown.alerting.store.DeliveryStore;
import dev.drawdown.alerting.store.DeliveryStore.Due;
import dev.drawdown.kit.data.Faults;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Sends what is due. A message is leased while it is on its way, so a crash repeats it, with the
 * same id, and never loses it.
 */
@ApplicationScoped
public class DeliverDue {
  private static final int AT_ONCE = 64;

  /** Longer than an attempt can take. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private final Pool pool;
  private final DeliveryStore deliveryStore;
  private final WebhookRoute.Sender sender;
  private final ServiceClock clock;
  private final Semaphore free = new Semaphore(AT_ONCE);

  DeliverDue(
      Pool pool, DeliveryStore deliveryStore, WebhookRoute.Sender sender, ServiceClock clock) {
    this.pool = pool;
    this.deliveryStore = deliveryStore;
    this.sender = sender;
    this.clock = clock;
  }

  /** Looks for due messages now, without making the caller wait for receivers. */
  void soon() {
    Thread.ofVirtual().start(this::handle);
  }

  @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void handle() {
    int places = free.drainPermits();
    if (places == 0) {
      return;
    }
    List<Due> due;
    try {
      due = Transaction.run(pool, tx -> deliveryStore.take(tx, places, clock.real(), LEASE));
    } catch (RuntimeException e) {
      free.release(places);
      throw e;
    }
    free.release(places - due.size());
    Map<String, List<Due>> byWebhook = new LinkedHashMap<>();
    due.forEach(one -> byWebhook.computeIfAbsent(one.webhook(), w -> new ArrayList<>()).add(one));
    byWebhook.values().forEach(queue -> Thread.ofVirtual().start(() -> deliver(queue)));
  }

  /** In order while the receiver takes them; after a failure the rest does not wait for it. */
  private void deliver(List<Due> queue) {
    boolean inOrder = true;
    for (Due one : queue) {
      if (inOrder) {
        inOrder = deliver(one);
      } else {
        Thread.ofVirtual().start(() -> deliver(one));
      }
    }
  }

  private boolean deliver(Due due) {
    try {
      Instant now = clock.real();
      long timestamp = now.getEpochSecond();
      String signature = Signature.of(due.secrets(), due.id(), timestamp, due.body());
      Result result =
          sender.send(new Attempt(due.url(), due.id(), timestamp, signature, due.body()));
      Faults.outlast("logging delivery " + due.id(), () -> settle(due, result));
      return Retries.isSuccess(result.status());
    } finally {
      free.release();
    }
  }

  private void settle(Due due, Result result) {
    try (Transaction tx = Transaction.begin(pool)) {
      var wait = Retries.waitAfter(due.attempts());
      if (Retries.isSuccess(result.status())) {
        deliveryStore.delivered(tx, due, result.text());
      } else if (Retries.isGone(result.status())) {
        deliveryStore.giveUp(tx, due, result.text(), "the receiver answered 410 Gone");
      } else if (wait.isPresent()) {
        deliveryStore.again(tx, due, result.text(), clock.real().plus(wait.get()));
      } else {
        deliveryStore.giveUp(tx, due, result.text(), "no success in three days");
      }
      tx.commit();
    }
  }
}
