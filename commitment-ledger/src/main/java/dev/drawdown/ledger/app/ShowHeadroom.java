package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Allowance;
import dev.drawdown.ledger.core.Headroom;
import dev.drawdown.ledger.core.Quantity;
import dev.drawdown.ledger.core.UsageKey;
import dev.drawdown.ledger.store.BookStore;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Tells how many more GPUs fit inside an account's commitments now, and until when. */
@ApplicationScoped
public class ShowHeadroom {
  /**
   * The room there is.
   *
   * @param until until when the GPUs asked about stay inside; null when none were asked about
   */
  public record Shown(Instant now, Headroom.Room room, Instant until) {}

  private final Pool pool;
  private final BookStore bookStore;
  private final Accounts accounts;
  private final ServiceClock clock;

  ShowHeadroom(Pool pool, BookStore bookStore, Accounts accounts, ServiceClock clock) {
    this.pool = pool;
    this.bookStore = bookStore;
    this.accounts = accounts;
    this.clock = clock;
  }

  /**
   * Looks now.
   *
   * @param gpus how many are to start; null when that is what the caller wants to know
   */
  public Shown handle(Account account, UsageKey key, BigDecimal gpus) {
    Map<Allowance.Id, Quantity> drawn = new HashMap<>();
    Transaction.run(pool, tx -> bookStore.allowances(tx, account.id()))
        .forEach(allowance -> drawn.put(allowance.id(), allowance.drawn()));
    Headroom headroom = new Headroom(account.calendar(), accounts.commitments(account.id()), drawn);
    Instant now = clock.now();
    return new Shown(
        now, headroom.at(now, key), gpus == null ? null : headroom.until(now, key, gpus));
  }
}
