package dev.drawdown.ledger.app;

import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Allowance;
import dev.drawdown.ledger.core.Chain;
import dev.drawdown.ledger.core.Rebooking;
import dev.drawdown.ledger.core.Rebooking.Stored;
import dev.drawdown.ledger.core.Rebooking.Touched;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.core.Usage;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.AccountBookStore.Book;
import dev.drawdown.ledger.store.AccountBookStore.Head;
import dev.drawdown.ledger.store.AccountBookStore.Progress;
import dev.drawdown.ledger.store.BookStore;
import dev.drawdown.ledger.store.HistoryStore;
import dev.drawdown.ledger.store.PostingStore;
import dev.drawdown.ledger.store.PostingStore.Allocated;
import dev.drawdown.ledger.store.PostingStore.Granted;
import dev.drawdown.ledger.store.PostingStore.Numbered;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Brings the locked books of accounts to what the facts say, inside the caller's transaction. */
@ApplicationScoped
class Bookkeeping {
  /** Keeps an outbox message well below Kafka's limit of a megabyte. */
  private static final int ROWS_PER_MESSAGE = 500;

  private final BookStore bookStore;
  private final HistoryStore historyStore;
  private final PostingStore postingStore;
  private final AccountBookStore accountBookStore;

  Bookkeeping(
      BookStore bookStore,
      HistoryStore historyStore,
      PostingStore postingStore,
      AccountBookStore accountBookStore) {
    this.bookStore = bookStore;
    this.historyStore = historyStore;
    this.postingStore = postingStore;
    this.accountBookStore = accountBookStore;
  }

  private record Account(Book book, Rebooking rebooking, Usage changes) {}

  private record Decided(Book book, Rebooking.Result result) {}

  /** Books what events changed, and what changed commitments have left to be allocated again. */
  void bring(
      Transaction tx, Collection<Book> books, Map<String, List<Touched>> touched, Instant now) {
    List<Account> accounts = new ArrayList<>();
    List<BookStore.Part> parts = new ArrayList<>();
    for (Book book : books) {
      Rebooking rebooking = new Rebooking(book.calendar(), book.commitments());
      Usage changes = rebooking.changes(touched.getOrDefault(book.account(), List.of()));
      accounts.add(new Account(book, rebooking, changes));
      rebooking
          .reach(changes, book.reallocateFrom())
          .forEach(range -> parts.add(new BookStore.Part(book.number(), range)));
    }
    Map<Integer, Stored> stored = bookStore.load(tx, parts);
    List<Decided> results = new ArrayList<>();
    for (Account account : accounts) {
      Stored stands = stored.get(account.book().number());
      if (stands != null) {
        Usage usage = usageNow(tx, account, stands);
        results.add(new Decided(account.book(), account.rebooking().decide(usage, stands)));
      }
    }
    save(tx, results, now);
  }

  /** Usage as the facts have it: stored and changed, hours that were miscut from their events. */
  private Usage usageNow(Transaction tx, Account account, Stored stored) {
    Usage usage = new Usage().addAll(stored.usage()).addAll(account.changes());
    for (Slice hour : account.rebooking().miscut(stored.usage())) {
      usage.clear(hour);
      usage.addAll(
          account
              .rebooking()
              .recut(hour, historyStore.overlapping(tx, account.book().account(), hour)));
    }
    return usage;
  }

  private void save(Transaction tx, List<Decided> results, Instant now) {
    List<Numbered> postings = new ArrayList<>();
    List<Allocated> allocations = new ArrayList<>();
    List<Granted> allowances = new ArrayList<>();
    List<Outbox.Message> messages = new ArrayList<>();
    List<Progress> progress = new ArrayList<>();
    for (Decided decided : results) {
      Book book = decided.book();
      Rebooking.Result result = decided.result();
      List<Numbered> numbered = number(book, result, now);
      result.allocations().forEach(a -> allocations.add(new Allocated(book.number(), a)));
      result.allowances().forEach(a -> allowances.add(new Granted(book.number(), a)));
      messages.addAll(messages(book, numbered, result.allowances(), now));
      progress.add(new Progress(book.account(), head(book, numbered)));
      postings.addAll(numbered);
    }
    postingStore.append(tx, postings, now);
    postingStore.saveUsage(tx, postings, allocations);
    postingStore.saveAllowances(tx, allowances);
    Outbox.put(tx, messages);
    accountBookStore.save(tx, progress);
  }

  private static List<Numbered> number(Book book, Rebooking.Result result, Instant now) {
    List<Numbered> numbered = new ArrayList<>();
    Head head = book.head();
    for (var posting : result.postings()) {
      long sequence = head.sequence() + 1;
      byte[] hash = Chain.next(head.chain(), book.account(), sequence, now, posting);
      numbered.add(new Numbered(book.number(), sequence, hash, posting));
      head = new Head(sequence, hash);
    }
    return numbered;
  }

  private static Head head(Book book, List<Numbered> numbered) {
    return numbered.isEmpty()
        ? book.head()
        : new Head(numbered.getLast().sequence(), numbered.getLast().hash());
  }

  /**
   * Messages small enough for Kafka. Allowances are told as they stand after all postings; where
   * more of them moved than postings were made, messages without postings follow.
   */
  private static List<Outbox.Message> messages(
      Book book, List<Numbered> postings, List<Allowance> moved, Instant now) {
    long before = book.head().sequence();
    List<Outbox.Message> messages = new ArrayList<>();
    int most = Math.max(postings.size(), moved.size());
    for (int from = 0; from < most; from += ROWS_PER_MESSAGE) {
      List<Numbered> part = part(postings, from);
      PostingsBooked event =
          new PostingsBooked(
              book.account(),
              before + Math.min(from, postings.size()) + 1,
              before + Math.min(from + ROWS_PER_MESSAGE, postings.size()),
              now,
              part.stream().map(Bookkeeping::posting).toList(),
              part(moved, from).stream().map(Bookkeeping::window).toList(),
              List.of());
      messages.add(new Outbox.Message(Topics.POSTING, book.account(), Json.bytes(event)));
    }
    return messages;
  }

  private static <T> List<T> part(List<T> all, int from) {
    return from >= all.size()
        ? List.of()
        : all.subList(from, Math.min(from + ROWS_PER_MESSAGE, all.size()));
  }

  private static PostingsBooked.Posting posting(Numbered numbered) {
    var posting = numbered.posting();
    var cell = posting.cell();
    return new PostingsBooked.Posting(
        numbered.sequence(),
        cell.sliceStart(),
        posting.sliceEnd(),
        cell.key().usageClass().label(),
        cell.key().sku(),
        cell.key().region(),
        cell.kind().name(),
        cell.commitment(),
        posting.quantity().unitSeconds());
  }

  private static PostingsBooked.Window window(Allowance a) {
    return new PostingsBooked.Window(
        a.id().commitment(),
        a.id().start(),
        a.end(),
        a.granted().unitSeconds(),
        a.drawn().unitSeconds());
  }
}
