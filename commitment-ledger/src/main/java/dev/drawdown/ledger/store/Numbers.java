package dev.drawdown.ledger.store;

import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.UsageKey;
import java.util.HashMap;
import java.util.Map;

/** The numbers by which the database knows what facts repeat: accounts, sources and series. */
public final class Numbers {
  /** A CloudEvents source of an account. */
  record Source(String account, String source) {}

  /** What consecutive events of one workload have in common. */
  record Series(String account, Content content) {}

  /** A series without its account. */
  record Content(UsageKey key, boolean span, String labels) {
    static Content of(Fact.Usage usage) {
      return new Content(usage.key(), usage.measure() instanceof Fact.Measure.Span, usage.labels());
    }
  }

  private final Map<String, Integer> books;
  private final Map<String, Map<String, Integer>> sources = new HashMap<>();
  private final Map<Content, Map<String, Long>> series = new HashMap<>();

  Numbers(Map<String, Integer> books) {
    this.books = books;
  }

  /** Whether the account existed when the numbers were looked up. */
  public boolean knows(String account) {
    return books.containsKey(account);
  }

  int book(Identity identity) {
    return book(identity.account());
  }

  int book(String account) {
    return books.get(account);
  }

  /** Null when it is not numbered yet. */
  Integer source(Identity identity) {
    return sources.getOrDefault(identity.source(), Map.of()).get(identity.account());
  }

  /** Null for what books no usage, and for what is not numbered yet. */
  Long series(Fact fact) {
    return fact instanceof Fact.Usage usage
        ? series(usage.identity().account(), Content.of(usage))
        : null;
  }

  Long series(String account, Content content) {
    return series.getOrDefault(content, Map.of()).get(account);
  }

  void put(Source source, int number) {
    sources.computeIfAbsent(source.source(), s -> new HashMap<>()).put(source.account(), number);
  }

  void put(Series one, long number) {
    series.computeIfAbsent(one.content(), c -> new HashMap<>()).put(one.account(), number);
  }
}
