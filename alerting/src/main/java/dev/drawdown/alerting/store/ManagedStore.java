package dev.drawdown.alerting.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.reactive.mutiny.Mutiny.Session;

/** Budgets and webhooks through Hibernate Reactive. */
@ApplicationScoped
public class ManagedStore {
  public Uni<BudgetRow> budget(Session session, String id) {
    return session.find(BudgetRow.class, id);
  }

  public Uni<WebhookRow> webhook(Session session, String id) {
    return session.find(WebhookRow.class, id);
  }
}
