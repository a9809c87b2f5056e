package dev.drawdown.ledger.app;

import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.store.AccountRow;
import dev.drawdown.ledger.store.ManagedStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Creates or changes an account. What the books are cut by (currency, zone, billing day) stays once
 * something was booked or committed.
 */
@ApplicationScoped
public class PutAccount {
  private final Sessions sessions;
  private final ManagedStore store;

  PutAccount(Mutiny.SessionFactory factory, ManagedStore store) {
    this.sessions = new Sessions(factory);
    this.store = store;
  }

  public Outcome<Account> handle(Account account) {
    return sessions.inTransaction(
        session ->
            NameLock.take(session, "account/" + account.id())
                .chain(() -> store.account(session, account.id()))
                .chain(
                    row -> row == null ? create(session, account) : change(session, row, account)));
  }

  private Uni<Outcome<Account>> create(Mutiny.Session session, Account account) {
    return store
        .create(session, new AccountRow(account))
        .replaceWith(() -> Outcome.created(account));
  }

  private Uni<Outcome<Account>> change(Mutiny.Session session, AccountRow row, Account account) {
    Account stored = row.toAccount();
    if (stored.equals(account)) {
      return Uni.createFrom().item(Outcome.done(stored));
    }
    boolean cutsAnew =
        !stored.calendar().equals(account.calendar())
            || !stored.currency().equals(account.currency());
    Uni<Boolean> inUse =
        cutsAnew
            ? store
                .lockBooks(session, account.id())
                .chain(() -> store.isInUse(session, account.id()))
            : Uni.createFrom().item(false);
    return inUse.chain(
        used -> {
          if (used) {
            return Uni.createFrom()
                .item(
                    Outcome.refused(
                        Outcome.Reason.CONFLICT,
                        "currency, timeZone and billingDay are fixed once usage or a commitment"
                            + " exists."));
          }
          row.change(account);
          return store.change(session, row).replaceWith(() -> Outcome.done(account));
        });
  }
}
