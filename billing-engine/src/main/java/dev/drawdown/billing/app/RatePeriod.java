package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.Period;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.core.Rating;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.PriceRow;
import dev.drawdown.billing.store.SkuRow;
import dev.drawdown.billing.store.TariffStore;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;

/** Rates an account's period from the copies at hand. */
@ApplicationScoped
public class RatePeriod {
  /** A period with what it costs and what that was reckoned from. */
  public record Rated(
      Account account, Period period, List<BookedUsage> usage, Rating.Result result) {}

  private final Pool pool;
  private final Sessions sessions;
  private final CopyStore copyStore;
  private final TariffStore tariffStore;

  RatePeriod(
      Pool pool, Mutiny.SessionFactory factory, CopyStore copyStore, TariffStore tariffStore) {
    this.pool = pool;
    this.sessions = new Sessions(factory);
    this.copyStore = copyStore;
    this.tariffStore = tariffStore;
  }

  /** Nothing when the account is not known here (yet). */
  public Optional<Rated> handle(String account, YearMonth label) {
    List<Price> prices =
        sessions.reading(session -> tariffStore.pricesFor(session, account)).stream()
            .map(PriceRow::toPrice)
            .toList();
    Map<String, String> units = new HashMap<>();
    for (SkuRow sku : sessions.reading(tariffStore::skus)) {
      units.put(sku.id(), sku.unit());
    }
    return Transaction.run(
        pool,
        tx -> {
          tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
          return copyStore
              .account(tx, account)
              .map(known -> rate(tx, known, known.period(label), prices, units));
        });
  }

  private Rated rate(
      Transaction tx,
      Account account,
      Period period,
      List<Price> prices,
      Map<String, String> units) {
    List<BookedUsage> usage = copyStore.usage(tx, account.id(), period);
    List<Commitment> commitments = copyStore.commitments(tx, account.id());
    return new Rated(
        account, period, usage, Rating.rate(account, period, usage, commitments, prices, units));
  }
}
