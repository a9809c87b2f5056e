package dev.drawdown.ledger.app;

import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Attribution;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Books;
import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Standing;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.NetUsage;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.core.Slices;
import dev.drawdown.ledger.core.UsageKey;
import dev.drawdown.ledger.core.UsageReport;
import dev.drawdown.ledger.core.UsageReport.Line;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.BookStore;
import dev.drawdown.ledger.store.HistoryStore;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Sums an account's usage by time and whatever else a caller names. */
@ApplicationScoped
public class ReportUsage {
  /** A key to group by: a property of usage, or a label of its events. */
  public record Dimension(Name name, String label) {
    /** What usage can be grouped by beside time. */
    public enum Name {
      SKU(false),
      REGION(false),
      CLASS(false),
      SOURCE(true),
      RESOURCE(true),
      LABEL(true);

      private final boolean ofEvents;

      Name(boolean ofEvents) {
        this.ofEvents = ofEvents;
      }
    }
  }

  private final Pool pool;
  private final BookStore bookStore;
  private final HistoryStore historyStore;
  private final AccountBookStore accountBookStore;

  ReportUsage(
      Pool pool,
      BookStore bookStore,
      HistoryStore historyStore,
      AccountBookStore accountBookStore) {
    this.pool = pool;
    this.bookStore = bookStore;
    this.historyStore = historyStore;
    this.accountBookStore = accountBookStore;
  }

  /** Rows for the slices that begin in {@code [from, to)}. */
  public List<UsageReport.Row> handle(
      Account account, Slice stretch, UsageReport.Time time, List<Dimension> dimensions) {
    List<Line> lines =
        dimensions.stream().anyMatch(d -> d.name().ofEvents)
            ? ofEvents(account, stretch, dimensions)
            : ofSlices(account, stretch, dimensions);
    return UsageReport.of(account.calendar(), time, lines);
  }

  private List<Line> ofSlices(Account account, Slice stretch, List<Dimension> dimensions) {
    List<Line> lines = new ArrayList<>();
    Transaction.run(pool, tx -> bookStore.usage(tx, account.id(), stretch.start(), stretch.end()))
        .forEach(
            row -> {
              List<String> values = values(row.key(), null, dimensions);
              lines.add(new Line(row.slice(), values, Books.Kind.DRAW, row.drawn()));
              lines.add(new Line(row.slice(), values, Books.Kind.OVERAGE, row.overage()));
              lines.add(new Line(row.slice(), values, Books.Kind.ON_DEMAND, row.onDemand()));
            });
    return lines;
  }

  private List<Line> ofEvents(Account account, Slice stretch, List<Dimension> dimensions) {
    List<Line> lines = new ArrayList<>();
    for (Share share : shares(account, stretch)) {
      Fact.Usage event = share.usage().event();
      lines.add(
          new Line(
              share.slice(),
              values(event.key(), event, dimensions),
              share.cell().kind(),
              share.quantity()));
    }
    return lines;
  }

  /** Who took what, for the slices that begin in a stretch of time; all of one moment. */
  public List<Share> shares(Account account, Slice stretch) {
    return Transaction.run(
        pool,
        tx -> {
          tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
          AccountBookStore.Book book = accountBookStore.look(tx, account.id());
          Slices slices = new Slices(book.calendar(), book.commitments());
          SortedMap<Cell, Standing> cells = bookStore.cells(tx, account.id(), stretch);
          // events that begin in the last slice count, also after the stretch has ended
          Slice whole =
              new Slice(
                  account.calendar().hourOf(stretch.start()).start(),
                  account.calendar().hourOf(stretch.end()).end());
          List<NetUsage> events = historyStore.overlapping(tx, account.id(), whole);
          return Attribution.split(slices, cells, events);
        });
  }

  private static List<String> values(UsageKey key, Fact.Usage event, List<Dimension> dimensions) {
    return dimensions.stream()
        .map(
            d ->
                switch (d.name()) {
                  case SKU -> key.sku();
                  case REGION -> key.region();
                  case CLASS -> key.usageClass().label();
                  case SOURCE -> event.identity().source();
                  case RESOURCE -> event.resource();
                  case LABEL -> label(event, d.label());
                })
        .toList();
  }

  private static String label(Fact.Usage event, String name) {
    if (event.labels().isEmpty()) {
      return "";
    }
    Object value = Json.read(event.labels(), Map.class).get(name);
    return value == null ? "" : value.toString();
  }
}
