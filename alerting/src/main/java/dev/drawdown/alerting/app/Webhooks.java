package dev.drawdown.alerting.app;

import dev.drawdown.alerting.core.Signature;
import dev.drawdown.alerting.routes.WebhookRoute.GuardedResolver;
import dev.drawdown.alerting.store.DeliveryStore;
import dev.drawdown.alerting.store.ManagedStore;
import dev.drawdown.alerting.store.WebhookRow;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** Registers webhooks, changes their secrets, and shows and repeats their deliveries. */
@ApplicationScoped
public class Webhooks {
  private static final int SECRET_BYTES = 32;
  private static final Duration OVERLAP = Duration.ofHours(24);

  /** A webhook, with its secret where this call made it. */
  public record Registered(WebhookRow webhook, String newSecret) {}

  private final Pool pool;
  private final Sessions sessions;
  private final ManagedStore managedStore;
  private final DeliveryStore deliveryStore;
  private final GuardedResolver resolver;
  private final DeliverDue deliverDue;
  private final ServiceClock clock;
  private final SecureRandom random = new SecureRandom();

  Webhooks(
      Pool pool,
      Mutiny.SessionFactory factory,
      ManagedStore managedStore,
      DeliveryStore deliveryStore,
      GuardedResolver resolver,
      DeliverDue deliverDue,
      ServiceClock clock) {
    this.pool = pool;
    this.sessions = new Sessions(factory);
    this.managedStore = managedStore;
    this.deliveryStore = deliveryStore;
    this.resolver = resolver;
    this.deliverDue = deliverDue;
    this.clock = clock;
  }

  /** Creates or changes a webhook, and enables it again. The secret is told on creation only. */
  public Outcome<Registered> put(String id, String account, URI url, List<String> events) {
    try {
      resolver.resolve(url.getHost());
    } catch (UnknownHostException e) {
      return Outcome.refused(
          Outcome.Reason.RULE, "The url cannot be used: " + e.getMessage() + ".");
    }
    return sessions.inTransaction(
        session ->
            NameLock.take(session, "webhook/" + id)
                .chain(() -> managedStore.webhook(session, id))
                .chain(
                    stored -> {
                      if (stored != null && !Objects.equals(stored.account(), account)) {
                        return Uni.createFrom()
                            .item(
                                Outcome.refused(
                                    Outcome.Reason.CONFLICT,
                                    "The webhook belongs to another account; use a new id."));
                      }
                      String secret = stored == null ? newSecret() : null;
                      WebhookRow row = stored == null ? new WebhookRow(id, secret) : stored;
                      row.change(account, url.toString(), events);
                      Outcome<Registered> outcome =
                          stored == null
                              ? Outcome.created(new Registered(row, secret))
                              : Outcome.done(new Registered(row, null));
                      return stored == null
                          ? session.persist(row).replaceWith(outcome)
                          : Uni.createFrom().item(outcome);
                    }));
  }

  /** Makes a new secret; the former one signs as well for a day. */
  public Outcome<Registered> rotate(String id) {
    String secret = newSecret();
    return sessions.inTransaction(
        session ->
            NameLock.take(session, "webhook/" + id)
                .chain(() -> managedStore.webhook(session, id))
                .map(
                    row -> {
                      if (row == null) {
                        return Outcome.notFound("The webhook " + id);
                      }
                      row.rotate(secret, clock.real().plus(OVERLAP));
                      return Outcome.done(new Registered(row, secret));
                    }));
  }

  /** Sends a message that says nothing but that it arrives. */
  public Outcome<Map<String, String>> test(String id) {
    if (find(id).isEmpty()) {
      return Outcome.notFound("The webhook " + id);
    }
    String message = UUID.randomUUID().toString();
    byte[] body = Watch.body("webhook.test", clock.now(), Map.of("webhook", id));
    Transaction.run(
        pool,
        tx -> {
          deliveryStore.enqueueFor(tx, id, "webhook.test", message, body, clock.real());
          return null;
        });
    deliverDue.soon();
    return Outcome.done(Map.of("delivery", "msg_" + message));
  }

  /** Sends a message that was given up once more. */
  public Outcome<Map<String, String>> replay(String delivery) {
    String state = Transaction.run(pool, tx -> deliveryStore.replay(tx, delivery, clock.real()));
    if (state == null) {
      return Outcome.notFound("The delivery " + delivery);
    }
    if (!state.equals("FAILED")) {
      return Outcome.refused(
          Outcome.Reason.CONFLICT, "The delivery is " + state + "; only a FAILED one is replayed.");
    }
    deliverDue.soon();
    return Outcome.done(Map.of("delivery", delivery));
  }

  public Optional<WebhookRow> find(String id) {
    return Optional.ofNullable(sessions.reading(session -> managedStore.webhook(session, id)));
  }

  public List<DeliveryStore.Logged> deliveries(String webhook, long after, int fetch) {
    return Transaction.run(pool, tx -> deliveryStore.log(tx, webhook, after, fetch));
  }

  private String newSecret() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Signature.SECRET_PREFIX + Base64.getEncoder().encodeToString(bytes);
  }
}
