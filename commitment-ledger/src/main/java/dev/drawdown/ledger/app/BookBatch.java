package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.core.Arrivals;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Fact.Measure.Span;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.Memory;
import dev.drawdown.ledger.core.Rebooking.Touched;
import dev.drawdown.ledger.core.Sorting;
import dev.drawdown.ledger.store.AccountBookStore;
import dev.drawdown.ledger.store.AccountBookStore.Book;
import dev.drawdown.ledger.store.AccountBookStore.Widening;
import dev.drawdown.ledger.store.Dictionary;
import dev.drawdown.ledger.store.FactStore;
import dev.drawdown.ledger.store.Numbers;
import dev.drawdown.ledger.store.PositionStore;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Books a batch of events of one partition: identities, facts, postings, outbox and position in one
 * transaction, so that nothing is booked twice and nothing is lost.
 */
@ApplicationScoped
public class BookBatch {
  /** One event with its place in the partition. */
  public record Positioned(long offset, Fact fact) {}

  /** A batch of one partition; {@code nextOffset} follows its last record, whatever that was. */
  public record Batch(String topic, int partition, long nextOffset, List<Positioned> events) {}

  /** An event that was not booked and has to be put aside with the reason. */
  public record Aside(Fact fact, String reason) {}

  private static final String UNKNOWN_ACCOUNT = "unknown-account";
  private static final String TOO_OLD = "too-old";
  private static final String CONFLICT = "conflict";

  private final Pool pool;
  private final ServiceClock clock;
  private final PositionStore positionStore;
  private final AccountBookStore accountBookStore;
  private final Dictionary dictionary;
  private final FactStore factStore;
  private final PassOnOutages passOnOutages;
  private final Bookkeeping bookkeeping;
  private final Memory memory;

  BookBatch(
      Pool pool,
      ServiceClock clock,
      PositionStore positionStore,
      AccountBookStore accountBookStore,
      Dictionary dictionary,
      FactStore factStore,
      PassOnOutages passOnOutages,
      Bookkeeping bookkeeping,
      @ConfigProperty(name = "drawdown.memory-days") int memoryDays) {
    this.memory = new Memory(Duration.ofDays(memoryDays));
    this.pool = pool;
    this.clock = clock;
    this.positionStore = positionStore;
    this.accountBookStore = accountBookStore;
    this.dictionary = dictionary;
    this.factStore = factStore;
    this.passOnOutages = passOnOutages;
    this.bookkeeping = bookkeeping;
  }

  /**
   * Books the batch.
   *
   * @param putAside called before the commit with what could not be booked; when it fails nothing
   *     is booked
   * @return false when another instance owns the partition, and then nothing was done
   */
  public boolean handle(Batch batch, UUID owner, Consumer<List<Aside>> putAside) {
    Numbers numbers = dictionary.number(batch.events().stream().map(Positioned::fact).toList());
    try (Transaction tx = Transaction.begin(pool)) {
      Optional<Long> next = positionStore.lock(tx, batch.topic(), batch.partition(), owner);
      if (next.isEmpty()) {
        return false;
      }
      List<Fact> facts =
          batch.events().stream()
              .filter(event -> event.offset() >= next.get())
              .map(Positioned::fact)
              .toList();
      book(tx, numbers, facts, putAside);
      if (batch.nextOffset() > next.get()) {
        positionStore.advance(tx, batch.topic(), batch.partition(), batch.nextOffset());
      }
      tx.commit();
      return true;
    }
  }

  private void book(
      Transaction tx, Numbers numbers, List<Fact> facts, Consumer<List<Aside>> putAside) {
    if (facts.isEmpty()) {
      return;
    }
    Instant now = clock.now();
    List<Aside> aside = new ArrayList<>();
    Set<String> accounts = new LinkedHashSet<>();
    facts.forEach(fact -> accounts.add(fact.identity().account()));
    Map<String, Book> books = accountBookStore.lock(tx, accounts);
    List<Fact> known = new ArrayList<>();
    for (Fact fact : facts) {
      String account = fact.identity().account();
      if (books.containsKey(account) && numbers.knows(account)) {
        known.add(fact);
      } else {
        aside.add(new Aside(fact, UNKNOWN_ACCOUNT));
      }
    }
    Map<Identity, Fact> stored =
        factStore.find(tx, numbers, known.stream().map(Fact::identity).toList());
    known.removeIf(fact -> !stored.containsKey(fact.identity()) && isTooOld(fact, now, aside));
    Sorting.Result sorted = Sorting.sort(known, stored);
    sorted.conflicts().forEach(fact -> aside.add(new Aside(fact, CONFLICT)));
    Map<String, List<Touched>> touched = touched(tx, numbers, books, sorted.fresh());
    factStore.insert(tx, numbers, sorted.fresh(), now);
    factStore.countDuplicates(tx, numbers, sorted.duplicates());
    accountBookStore.widen(tx, widenings(books, sorted.fresh()));
    rememberRefused(tx, sorted, aside, now);
    passOnOutages.handle(tx, books, sorted.fresh(), now);
    bookkeeping.bring(tx, books.values(), touched, now);
    if (!aside.isEmpty()) {
      putAside.accept(aside);
    }
  }

  private boolean isTooOld(Fact fact, Instant now, List<Aside> aside) {
    boolean tooOld = memory.isTooOld(fact, now);
    if (tooOld) {
      aside.add(new Aside(fact, TOO_OLD));
    }
    return tooOld;
  }

  /** Events before and after the batch, by account; read before the batch is written. */
  private Map<String, List<Touched>> touched(
      Transaction tx, Numbers numbers, Map<String, Book> books, List<Fact> fresh) {
    Set<Identity> corrected = Arrivals.correctedBy(fresh);
    List<Fact.Usage> known =
        factStore.find(tx, numbers, corrected).values().stream()
            .filter(Fact.Usage.class::isInstance)
            .map(Fact.Usage.class::cast)
            .toList();
    List<Identity> maybeCorrected = new ArrayList<>(corrected);
    fresh.forEach(fact -> maybeCorrected.add(fact.identity()));
    maybeCorrected.removeIf(identity -> !books.get(identity.account()).hasCorrections());
    Map<String, List<Touched>> byAccount = new HashMap<>();
    for (Touched one :
        Arrivals.apply(fresh, known, factStore.corrections(tx, numbers, maybeCorrected))) {
      String account = one.after().event().identity().account();
      byAccount.computeIfAbsent(account, a -> new ArrayList<>()).add(one);
    }
    return byAccount;
  }

  /** Books in which a search by time or for corrections must look further than before. */
  private static List<Widening> widenings(Map<String, Book> books, List<Fact> fresh) {
    Map<String, Long> longest = new TreeMap<>();
    Map<String, Long> corrections = new HashMap<>();
    for (Fact fact : fresh) {
      String account = fact.identity().account();
      if (fact instanceof Fact.Correction) {
        corrections.merge(account, 1L, Long::sum);
        longest.putIfAbsent(account, 0L);
      } else if (fact instanceof Fact.Usage usage && usage.measure() instanceof Span span) {
        long seconds = Duration.between(span.start(), span.end()).toSeconds() + 1;
        if (seconds > books.get(account).longestSeconds()) {
          longest.merge(account, seconds, Math::max);
        }
      }
    }
    return longest.entrySet().stream()
        .map(e -> new Widening(e.getKey(), e.getValue(), corrections.getOrDefault(e.getKey(), 0L)))
        .toList();
  }

  private void rememberRefused(
      Transaction tx, Sorting.Result sorted, List<Aside> aside, Instant now) {
    factStore.insertConflicts(tx, sorted.conflicts().stream().map(Fact::identity).toList(), now);
    for (String reason : List.of(UNKNOWN_ACCOUNT, TOO_OLD)) {
      List<Identity> refused =
          aside.stream()
              .filter(a -> a.reason().equals(reason))
              .map(a -> a.fact().identity())
              .toList();
      factStore.insertRejections(tx, refused, reason, now);
    }
  }
}
