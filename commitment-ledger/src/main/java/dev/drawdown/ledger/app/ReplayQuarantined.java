package dev.drawdown.ledger.app;

import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.store.QuarantineStore;
import dev.drawdown.ledger.store.QuarantineStore.Item;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gives a quarantined record back to the topic it came from, byte for byte, once its cause is gone.
 * Doing it twice is harmless: identities are booked once. If the cause is still there the record
 * comes back as another one in quarantine.
 */
@ApplicationScoped
public class ReplayQuarantined {
  /** Sends a record to its topic and returns when Kafka has it. */
  public interface Resend extends Consumer<Item> {}

  private static final Set<String> REPLAYABLE = Set.of(Topics.USAGE, Topics.USAGE_RAW);

  private final Pool pool;
  private final QuarantineStore quarantineStore;
  private final Resend resend;
  private final ServiceClock clock;

  ReplayQuarantined(Pool pool, QuarantineStore quarantineStore, Resend resend, ServiceClock clock) {
    this.pool = pool;
    this.quarantineStore = quarantineStore;
    this.resend = resend;
    this.clock = clock;
  }

  public Outcome<Item> handle(String id) {
    Optional<Item> found = Transaction.run(pool, tx -> quarantineStore.find(tx, id));
    if (found.isEmpty()) {
      return Outcome.notFound("The quarantined record " + id);
    }
    if (!REPLAYABLE.contains(found.get().topic())) {
      return Outcome.refused(
          Outcome.Reason.RULE,
          "Records of the topic " + found.get().topic() + " stay as they are.");
    }
    resend.accept(found.get());
    Instant now = clock.now();
    Transaction.run(
        pool,
        tx -> {
          quarantineStore.markReplayed(tx, id, now);
          return null;
        });
    return Outcome.done(found.get().replayed(now));
  }
}
