package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Allowance;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.Quantity;
import dev.drawdown.ledger.core.Windows;
import dev.drawdown.ledger.store.BookStore;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Each commitment of an account with the allowance of its current window. */
@ApplicationScoped
public class ShowAllowances {
  /** A commitment and its current window; what is left lapses when the window has ended. */
  public record Shown(Commitment commitment, Allowance window, Quantity lapsed) {}

  private final Pool pool;
  private final BookStore bookStore;
  private final ServiceClock clock;

  ShowAllowances(Pool pool, BookStore bookStore, ServiceClock clock) {
    this.pool = pool;
    this.bookStore = bookStore;
    this.clock = clock;
  }

  public List<Shown> handle(Account account, List<Commitment> commitments) {
    Map<Allowance.Id, Allowance> drawn = new HashMap<>();
    Transaction.run(pool, tx -> bookStore.allowances(tx, account.id()))
        .forEach(allowance -> drawn.put(allowance.id(), allowance));
    Instant now = clock.now();
    return commitments.stream()
        .map(
            commitment -> {
              Allowance untouched = Windows.current(commitment, account.calendar(), now);
              Allowance window = drawn.getOrDefault(untouched.id(), untouched);
              boolean over = !window.end().isAfter(now);
              return new Shown(commitment, window, over ? window.left() : Quantity.ZERO);
            })
        .toList();
  }
}
