package dev.drawdown.ledger.app;

import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.OutageReport;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.AccountBookStore.Book;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells whoever owes credits of reported outages. They travel with the postings and are numbered by
 * account, so that a consumer knows when it has all of them.
 */
@ApplicationScoped
class PassOnOutages {
  /** Keeps an outbox message well below Kafka's limit of a megabyte. */
  private static final int OUTAGES_PER_MESSAGE = 500;

  private final AccountBookStore accountBookStore;

  PassOnOutages(AccountBookStore accountBookStore) {
    this.accountBookStore = accountBookStore;
  }

  void handle(Transaction tx, Map<String, Book> books, List<Fact> fresh, Instant now) {
    Map<String, List<PostingsBooked.Outage>> outages = new TreeMap<>();
    Map<String, Long> counts = new TreeMap<>();
    for (Fact fact : fresh) {
      if (fact instanceof Fact.Notice notice && notice.kind() == Fact.Notice.Kind.OUTAGE) {
        String account = notice.identity().account();
        long before = counts.getOrDefault(account, books.get(account).outages());
        counts.put(account, before + 1);
        outages.computeIfAbsent(account, a -> new ArrayList<>()).add(outage(before + 1, notice));
      }
    }
    if (outages.isEmpty()) {
      return;
    }
    List<Outbox.Message> messages = new ArrayList<>();
    outages.forEach(
        (account, told) -> {
          for (int from = 0; from < told.size(); from += OUTAGES_PER_MESSAGE) {
            int to = Math.min(from + OUTAGES_PER_MESSAGE, told.size());
            messages.add(message(books.get(account), told.subList(from, to), now));
          }
        });
    Outbox.put(tx, messages);
    accountBookStore.countOutages(tx, counts);
  }

  private static PostingsBooked.Outage outage(long number, Fact.Notice notice) {
    OutageReport report = Json.read(notice.data(), OutageReport.class);
    return new PostingsBooked.Outage(
        number,
        notice.identity().source(),
        notice.identity().id(),
        report.commitment(),
        report.gpus(),
        report.start(),
        report.end());
  }

  private static Outbox.Message message(
      Book book, List<PostingsBooked.Outage> outages, Instant now) {
    long last = book.head().sequence();
    PostingsBooked event =
        new PostingsBooked(book.account(), last + 1, last, now, List.of(), List.of(), outages);
    return new Outbox.Message(Topics.POSTING, book.account(), Json.bytes(event));
  }
}
