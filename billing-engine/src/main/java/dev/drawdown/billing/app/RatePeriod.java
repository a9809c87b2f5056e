package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.Outage;
import dev.drawdown.billing.core.Period;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.core.Rating;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.CopyStore.Stretch;
import dev.drawdown.billing.store.PriceRow;
import dev.drawdown.billing.store.SkuRow;
import dev.drawdown.billing.store.TariffStore;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;

/** Rates an account's period from the copies at hand. */
@ApplicationScoped
public class RatePeriod {
  /** A period with what it costs and what that was reckoned from. */
  public record Rated(
      Account account,
      Period period,
      List<BookedUsage> usage,
      List<Commitment> commitments,
      Rating.Result result) {
    /** Whether every commitment that usage names is known here already. */
    public boolean isComplete() {
      Set<String> known = commitments.stream().map(Commitment::id).collect(Collectors.toSet());
      return usage.stream()
          .allMatch(u -> u.commitment().isEmpty() || known.contains(u.commitment()));
    }
  }

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

  /** Prices and units as they are now; loaded once for many periods. */
  public record Tables(List<Price> prices, Map<String, String> units) {
    /** How far the list of prices has come. */
    long pricePosition() {
      return prices.stream().mapToLong(Price::position).max().orElse(0);
    }

    /** The prices that were known at an earlier position. */
    List<Price> pricesUpTo(long position) {
      return prices.stream().filter(price -> price.position() <= position).toList();
    }
  }

  public Tables tables() {
    List<Price> prices =
        sessions.reading(tariffStore::prices).stream().map(PriceRow::toPrice).toList();
    Map<String, String> units = new HashMap<>();
    for (SkuRow sku : sessions.reading(tariffStore::skus)) {
      units.put(sku.id(), sku.unit());
    }
    return new Tables(prices, units);
  }

  /** Nothing when the account is not known here (yet). */
  public Optional<Rated> handle(String account, YearMonth label) {
    Tables tables = tables();
    return Transaction.run(
        pool,
        tx -> {
          tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
          Map<String, Account> accounts = copyStore.accounts(tx, List.of(account));
          return accounts.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  rate(tx, List.of(new Asked(accounts.get(account), label)), tables).getFirst());
        });
  }

  /** A billing period of an account. */
  record Asked(Account account, YearMonth label) {
    Stretch stretch() {
      return new Stretch(account.id(), account.period(label));
    }
  }

  /** Rates periods at once, in the caller's transaction. */
  List<Rated> rate(Transaction tx, List<Asked> asked, Tables tables) {
    List<Stretch> stretches = asked.stream().map(Asked::stretch).toList();
    Set<String> ids = asked.stream().map(a -> a.account().id()).collect(Collectors.toSet());
    // usage last: it may name commitments that are not known yet, which shows, but no old ones
    Map<String, List<Commitment>> commitments = copyStore.commitments(tx, ids);
    Map<String, List<Outage>> outages = copyStore.outages(tx, ids);
    Map<Stretch, List<BookedUsage>> usage = copyStore.usage(tx, stretches);
    List<Rated> rated = new ArrayList<>();
    for (int i = 0; i < stretches.size(); i++) {
      Account account = asked.get(i).account();
      rated.add(
          rate(
              account,
              stretches.get(i).period(),
              usage.getOrDefault(stretches.get(i), List.of()),
              commitments.getOrDefault(account.id(), List.of()),
              outages.getOrDefault(account.id(), List.of()),
              tables));
    }
    return rated;
  }

  private static Rated rate(
      Account account,
      Period period,
      List<BookedUsage> usage,
      List<Commitment> commitments,
      List<Outage> outages,
      Tables tables) {
    Rating.Result result =
        Rating.rate(account, period, usage, commitments, outages, tables.prices(), tables.units());
    return new Rated(account, period, usage, commitments, result);
  }
}
