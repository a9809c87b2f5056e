package dev.drawdown.alerting.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.reactive.mutiny.Mutiny.Session;

/** Budgets and webhooks through Hibernate Reactive. */
@ApplicationScoped
public class ManagedStore {
  /** Makes concurrent changes of one name wait in line. */
  public Uni<Void> lock(Session session, String name) {
    return session
        .createNativeQuery("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(?1, 0))")
        .setParameter(1, name)
        .getSingleResult()
        .replaceWithVoid();
  }

  public Uni<BudgetRow> budget(Session session, String id) {
    return session.find(BudgetRow.class, id);
  }

  public Uni<WebhookRow> webhook(Session session, String id) {
    return session.find(WebhookRow.class, id);
  }
}
