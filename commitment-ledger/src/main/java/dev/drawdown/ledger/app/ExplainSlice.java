package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Attribution;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Drawdown.Explained;
import dev.drawdown.ledger.core.Rebooking;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.core.Slices;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.AccountBookStore.Book;
import dev.drawdown.ledger.store.BookStore;
import dev.drawdown.ledger.store.HistoryStore;
import dev.drawdown.ledger.store.ReconciliationStore;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells for a slice who drew what, and why in this order. */
@ApplicationScoped
public class ExplainSlice {
  /**
   * A slice explained.
   *
   * @param usage each usage with the turns that commitments had at it
   * @param shares what each event took
   */
  public record Explanation(Slice slice, List<Explained> usage, List<Share> shares) {}

  private final Pool pool;
  private final ReconciliationStore reconciliationStore;
  private final AccountBookStore accountBookStore;
  private final BookStore bookStore;
  private final HistoryStore historyStore;

  ExplainSlice(
      Pool pool,
      ReconciliationStore reconciliationStore,
      AccountBookStore accountBookStore,
      BookStore bookStore,
      HistoryStore historyStore) {
    this.pool = pool;
    this.reconciliationStore = reconciliationStore;
    this.accountBookStore = accountBookStore;
    this.bookStore = bookStore;
    this.historyStore = historyStore;
  }

  /** Explains each slice of the hour that holds an instant. */
  public List<Explanation> handle(Account account, Instant at) {
    Slice hour = account.calendar().hourOf(at);
    return Transaction.run(
        pool,
        tx -> {
          reconciliationStore.freeze(tx);
          return explain(tx, account, hour);
        });
  }

  private List<Explanation> explain(Transaction tx, Account account, Slice hour) {
    Book book = accountBookStore.look(tx, account.id());
    Rebooking rebooking = new Rebooking(book.calendar(), book.commitments());
    Rebooking.Range rest = new Rebooking.Range(hour.start(), null);
    Rebooking.Stored stored =
        bookStore.load(tx, List.of(new BookStore.Part(book.number(), rest))).get(book.number());
    Slices slices = new Slices(book.calendar(), book.commitments());
    var cells = new TreeMap<>(stored.cells());
    cells.keySet().removeIf(cell -> !cell.sliceStart().isBefore(hour.end()));
    List<Share> shares =
        Attribution.split(slices, cells, historyStore.overlapping(tx, account.id(), hour));
    Map<Slice, List<Explained>> explained = rebooking.explain(stored, hour);
    return slices.ofHour(hour).stream()
        .map(
            slice ->
                new Explanation(
                    slice,
                    explained.getOrDefault(slice, List.of()),
                    shares.stream().filter(s -> s.slice().equals(slice)).toList()))
        .toList();
  }
}
