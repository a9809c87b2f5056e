package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Recount;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.AccountBookStore.Book;
import dev.drawdown.ledger.store.BookStore;
import dev.drawdown.ledger.store.HistoryStore;
import dev.drawdown.ledger.store.ReconciliationStore;
import dev.drawdown.ledger.store.ReconciliationStore.Difference;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Checks the books of an account: the state against what its events and commitments say when they
 * are allocated from nothing, and the journal's sums against the state. It reads one snapshot of
 * the database and locks nothing, so booking goes on meanwhile.
 */
@ApplicationScoped
public class Reconcile {
  private static final int ACCOUNTS_AT_ONCE = 100;
  private static final int EVENTS_AT_ONCE = 20_000;

  private final Pool pool;
  private final Reallocate reallocate;
  private final ReconciliationStore reconciliationStore;
  private final HistoryStore historyStore;
  private final BookStore bookStore;
  private final AccountBookStore accountBookStore;

  Reconcile(
      Pool pool,
      Reallocate reallocate,
      ReconciliationStore reconciliationStore,
      HistoryStore historyStore,
      BookStore bookStore,
      AccountBookStore accountBookStore) {
    this.pool = pool;
    this.reallocate = reallocate;
    this.reconciliationStore = reconciliationStore;
    this.historyStore = historyStore;
    this.bookStore = bookStore;
    this.accountBookStore = accountBookStore;
  }

  /** What differs in an account's books, empty when they balance. */
  public List<Difference> handle(String account) {
    while (true) {
      List<Difference> found = check(account);
      if (found != null) {
        return found;
      }
      reallocate.handle(account);
    }
  }

  /** Checks every account and tells what differs in each, mostly nothing. */
  public void handleAll(BiConsumer<String, List<Difference>> checked) {
    String last = "";
    while (true) {
      String from = last;
      List<String> accounts =
          Transaction.run(
              pool, tx -> reconciliationStore.accountsAfter(tx, from, ACCOUNTS_AT_ONCE));
      accounts.forEach(account -> checked.accept(account, handle(account)));
      if (accounts.size() < ACCOUNTS_AT_ONCE) {
        return;
      }
      last = accounts.getLast();
    }
  }

  /** Null while the books have yet to follow a changed commitment: that is no difference. */
  private List<Difference> check(String account) {
    return Transaction.run(
        pool,
        tx -> {
          reconciliationStore.freeze(tx);
          Book book = accountBookStore.look(tx, account);
          if (book.reallocateFrom() != null) {
            return null;
          }
          List<Difference> found = recount(tx, book);
          found.addAll(reconciliationStore.differences(tx, account));
          return found;
        });
  }

  private List<Difference> recount(Transaction tx, Book book) {
    String account = book.account();
    List<Difference> found = new ArrayList<>();
    Recount recount = new Recount(book.calendar(), book.commitments());
    var endings = historyStore.endings(tx, account);
    for (Slice stretch : Recount.stretches(book.calendar(), endings, EVENTS_AT_ONCE)) {
      recount
          .next(
              stretch,
              historyStore.overlapping(tx, account, stretch),
              bookStore.cells(tx, account, stretch))
          .forEach(
              p ->
                  found.add(
                      new Difference(
                          account,
                          "%s %s at %s"
                              .formatted(
                                  p.cell().kind(), p.cell().commitment(), p.cell().sliceStart()),
                          "facts say " + p.quantity().unitSeconds().toPlainString() + " more",
                          "unit-seconds")));
    }
    recount
        .wrong(bookStore.allowances(tx, account))
        .forEach(
            (window, ought) ->
                found.add(
                    new Difference(
                        account,
                        "drawn from %s since %s".formatted(window.commitment(), window.start()),
                        "facts say " + ought.unitSeconds().toPlainString(),
                        "unit-seconds")));
    return found;
  }
}
