package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.PriceRow;
import dev.drawdown.billing.store.RatingStore;
import dev.drawdown.billing.store.SkuRow;
import dev.drawdown.billing.store.TariffStore;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;

/** Registers SKUs and prices. A price is never changed: a later one takes over. */
@ApplicationScoped
public class PutPrice {
  private final Pool pool;
  private final Sessions sessions;
  private final TariffStore tariffStore;
  private final CopyStore copyStore;
  private final RatingStore ratingStore;

  PutPrice(
      Pool pool,
      Mutiny.SessionFactory factory,
      TariffStore tariffStore,
      CopyStore copyStore,
      RatingStore ratingStore) {
    this.pool = pool;
    this.sessions = new Sessions(factory);
    this.tariffStore = tariffStore;
    this.copyStore = copyStore;
    this.ratingStore = ratingStore;
  }

  /** Creates a SKU or renames it; its unit stays. */
  public Outcome<SkuRow> handle(SkuRow asked) {
    return sessions.inTransaction(
        session ->
            NameLock.take(session, "sku/" + asked.id())
                .chain(() -> tariffStore.sku(session, asked.id()))
                .chain(
                    stored -> {
                      if (stored == null) {
                        return session.persist(asked).replaceWith(() -> Outcome.created(asked));
                      }
                      if (!stored.unit().equals(asked.unit())) {
                        return refused(
                            Outcome.Reason.CONFLICT, "The SKU's unit is " + stored.unit() + ".");
                      }
                      stored.rename(asked.name());
                      return Uni.createFrom().item(Outcome.done(stored));
                    }));
  }

  public Outcome<Price> handle(Price asked) {
    if (asked.account() != null) {
      Account account =
          Transaction.run(pool, tx -> copyStore.accounts(tx, List.of(asked.account())))
              .get(asked.account());
      if (account == null) {
        return Outcome.refused(Outcome.Reason.RULE, "The account does not exist here.");
      }
      if (!account.currency().equals(asked.currency())) {
        return Outcome.refused(
            Outcome.Reason.RULE,
            "The account's currency is " + account.currency().getCurrencyCode() + ".");
      }
    }
    Outcome<Price> outcome = sessions.inTransaction(session -> put(session, asked));
    if (outcome instanceof Outcome.Done<Price>) {
      Transaction.run(
          pool,
          tx -> {
            ratingStore.markUsersDue(tx, asked.sku(), asked.effectiveFrom());
            return null;
          });
    }
    return outcome;
  }

  private Uni<Outcome<Price>> put(Mutiny.Session session, Price asked) {
    return NameLock.take(session, "price/" + asked.id())
        .chain(() -> tariffStore.sku(session, asked.sku()))
        .chain(
            sku ->
                sku == null
                    ? refused(Outcome.Reason.RULE, "The SKU " + asked.sku() + " does not exist.")
                    : tariffStore
                        .price(session, asked.id())
                        .chain(stored -> put(session, stored, asked)));
  }

  private Uni<Outcome<Price>> put(Mutiny.Session session, PriceRow stored, Price asked) {
    if (stored == null) {
      return session.persist(new PriceRow(asked)).replaceWith(() -> Outcome.created(asked));
    }
    return stored.toPrice().sameAs(asked)
        ? Uni.createFrom().item(Outcome.done(asked))
        : refused(Outcome.Reason.CONFLICT, "Prices are append-only; use a new id for a new price.");
  }

  public Page<Price> list(Page.Request page) {
    List<Price> prices =
        sessions
            .reading(session -> tariffStore.prices(session, page.after(), page.fetch()))
            .stream()
            .map(PriceRow::toPrice)
            .toList();
    return Page.of(prices, page, Price::id);
  }

  private static <T> Uni<Outcome<T>> refused(Outcome.Reason reason, String detail) {
    return Uni.createFrom().item(Outcome.refused(reason, detail));
  }
}
