package dev.drawdown.billing.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny.Session;

/** SKUs and prices through Hibernate Reactive. */
@ApplicationScoped
public class TariffStore {
  public Uni<SkuRow> sku(Session session, String id) {
    return session.find(SkuRow.class, id);
  }

  public Uni<List<SkuRow>> skus(Session session) {
    return session.createSelectionQuery("FROM SkuRow", SkuRow.class).getResultList();
  }

  public Uni<PriceRow> price(Session session, String id) {
    return session.find(PriceRow.class, id);
  }

  public Uni<List<PriceRow>> prices(Session session, String after, int fetch) {
    return session
        .createSelectionQuery("FROM PriceRow WHERE id > ?1 ORDER BY id", PriceRow.class)
        .setParameter(1, after)
        .setMaxResults(fetch)
        .getResultList();
  }

  /** Every price; an account's tariff takes those that reach it. */
  public Uni<List<PriceRow>> prices(Session session) {
    return session.createSelectionQuery("FROM PriceRow", PriceRow.class).getResultList();
  }
}
