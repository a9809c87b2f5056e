package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Books;
import dev.drawdown.ledger.core.NetUsage;
import dev.drawdown.ledger.core.Rebooking;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.AccountBookStore.Book;
import dev.drawdown.ledger.store.BookStore;
import dev.drawdown.ledger.store.FactStore;
import dev.drawdown.ledger.store.QueryStore;
import dev.drawdown.ledger.store.QueryStore.Difference;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Checks the books: the journal's sums against the state for all accounts, and for one account also
 * the state against what its events and commitments say when they are allocated from nothing.
 */
@ApplicationScoped
public class Reconcile {
  private static final Slice ALL_TIME =
      new Slice(Instant.parse("1970-01-01T00:00:00Z"), Instant.parse("2200-01-01T00:00:00Z"));

  private final Pool pool;
  private final QueryStore queryStore;
  private final FactStore factStore;
  private final BookStore bookStore;
  private final AccountBookStore accountBookStore;

  Reconcile(
      Pool pool,
      QueryStore queryStore,
      FactStore factStore,
      BookStore bookStore,
      AccountBookStore accountBookStore) {
    this.pool = pool;
    this.queryStore = queryStore;
    this.factStore = factStore;
    this.bookStore = bookStore;
    this.accountBookStore = accountBookStore;
  }

  /** What differs, empty when the books balance; a null account means all of them. */
  public List<Difference> handle(String account) {
    return Transaction.run(
        pool,
        tx -> {
          List<Difference> found = new ArrayList<>();
          if (account != null) {
            Book book = accountBookStore.lock(tx, List.of(account)).get(account);
            found.addAll(fromFacts(tx, book));
          }
          found.addAll(queryStore.differences(tx, account));
          return found;
        });
  }

  private List<Difference> fromFacts(Transaction tx, Book book) {
    Rebooking rebooking = new Rebooking(book.calendar(), book.commitments());
    List<NetUsage> events = factStore.overlapping(tx, book.account(), ALL_TIME);
    var usage =
        rebooking.changes(events.stream().map(e -> new Rebooking.Touched(null, e)).toList());
    var ought =
        rebooking.decide(
            usage,
            new Rebooking.Stored(
                new dev.drawdown.ledger.core.Usage(), new TreeMap<>(), new TreeMap<>()));
    Rebooking.Range all = new Rebooking.Range(ALL_TIME.start(), null);
    var stands =
        bookStore.load(tx, List.of(new BookStore.Part(book.account(), all))).get(book.account());
    return Books.difference(stands.cells(), Books.of(ought.allocations())).stream()
        .map(
            p ->
                new Difference(
                    book.account(),
                    "%s %s at %s"
                        .formatted(p.cell().kind(), p.cell().commitment(), p.cell().sliceStart()),
                    "facts say " + p.quantity().unitSeconds().toPlainString() + " more",
                    "unit-seconds"))
        .toList();
  }
}
