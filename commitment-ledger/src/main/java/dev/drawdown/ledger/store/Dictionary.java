package dev.drawdown.ledger.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Identity;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers accounts, sources and series. A number is given in a transaction of its own, before the
 * one that uses it begins: so a remembered number is always a committed one, and nobody who holds
 * locks has to wait for a second connection. A number never changes.
 */
@ApplicationScoped
public class Dictionary {
  private static final int REMEMBERED = 50_000;

  private final Pool pool;
  private final Cache<String, Integer> books = cache();
  private final Cache<Numbers.Source, Integer> sources = cache();
  private final Cache<Numbers.Series, Long> series = cache();

  Dictionary(Pool pool) {
    this.pool = pool;
  }

  private static <K, V> Cache<K, V> cache() {
    return Caffeine.newBuilder().maximumSize(REMEMBERED).build();
  }

  /** The numbers of everything that the facts name, but for accounts that do not exist. */
  public Numbers number(Collection<Fact> facts) {
    Numbers numbers = new Numbers(books(facts));
    Set<Numbers.Source> newSources = new HashSet<>();
    Set<Numbers.Series> newSeries = new HashSet<>();
    for (Fact fact : facts) {
      if (!numbers.knows(fact.identity().account())) {
        continue;
      }
      lookUp(fact.identity(), numbers, newSources);
      if (fact instanceof Fact.Correction correction) {
        lookUp(correction.corrects(), numbers, newSources);
      } else if (fact instanceof Fact.Usage usage) {
        lookUp(usage, numbers, newSeries);
      }
    }
    if (!newSources.isEmpty() || !newSeries.isEmpty()) {
      Transaction.run(
          pool,
          tx -> {
            addSources(tx, List.copyOf(newSources), numbers);
            addSeries(tx, List.copyOf(newSeries), numbers);
            return null;
          });
      newSources.forEach(
          one -> sources.put(one, numbers.source(new Identity(one.account(), one.source(), ""))));
      newSeries.forEach(one -> series.put(one, numbers.series(one.account(), one.content())));
    }
    return numbers;
  }

  private Map<String, Integer> books(Collection<Fact> facts) {
    Map<String, Integer> found = new HashMap<>();
    Set<String> missing = new HashSet<>();
    for (Fact fact : facts) {
      String account = fact.identity().account();
      if (!found.containsKey(account) && !missing.contains(account)) {
        Integer number = books.getIfPresent(account);
        if (number == null) {
          missing.add(account);
        } else {
          found.put(account, number);
        }
      }
    }
    if (!missing.isEmpty()) {
      Map<String, Integer> read = Transaction.run(pool, tx -> readBooks(tx, missing));
      books.putAll(read);
      found.putAll(read);
    }
    return found;
  }

  private static Map<String, Integer> readBooks(Transaction tx, Set<String> accounts) {
    Map<String, Integer> read = new HashMap<>();
    tx.execute(
            "SELECT account, number FROM account_book WHERE account = ANY($1)",
            (Object) accounts.toArray(String[]::new))
        .forEach(row -> read.put(row.getString(0), row.getInteger(1)));
    return read;
  }

  private void lookUp(Identity identity, Numbers numbers, Set<Numbers.Source> missing) {
    if (numbers.source(identity) == null) {
      Numbers.Source source = new Numbers.Source(identity.account(), identity.source());
      Integer number = sources.getIfPresent(source);
      if (number == null) {
        missing.add(source);
      } else {
        numbers.put(source, number);
      }
    }
  }

  private void lookUp(Fact.Usage usage, Numbers numbers, Set<Numbers.Series> missing) {
    if (numbers.series(usage) == null) {
      Numbers.Series one =
          new Numbers.Series(usage.identity().account(), Numbers.Content.of(usage));
      Long number = series.getIfPresent(one);
      if (number == null) {
        missing.add(one);
      } else {
        numbers.put(one, number);
      }
    }
  }

  private static void addSources(Transaction tx, List<Numbers.Source> rows, Numbers numbers) {
    if (rows.isEmpty()) {
      return;
    }
    Integer[] books = Columns.integer(rows, r -> numbers.book(r.account()));
    String[] texts = Columns.text(rows, Numbers.Source::source);
    tx.execute(
        """
        INSERT INTO event_source (book, source)
        SELECT * FROM unnest($1::integer[], $2::text[]) AS n (book, source)
        ORDER BY book, source ON CONFLICT DO NOTHING
        """,
        books,
        texts);
    tx.execute(
            """
            SELECT i, o.number FROM unnest($1::integer[], $2::text[])
              WITH ORDINALITY AS n (book, source, i)
            JOIN event_source o ON o.book = n.book AND o.source = n.source
            """,
            books,
            texts)
        .forEach(row -> numbers.put(rows.get(row.getInteger(0) - 1), row.getInteger(1)));
  }

  private static void addSeries(Transaction tx, List<Numbers.Series> rows, Numbers numbers) {
    if (rows.isEmpty()) {
      return;
    }
    Object[] columns = {
      Columns.integer(rows, r -> numbers.book(r.account())),
      Columns.text(rows, r -> r.content().key().usageClass().label()),
      Columns.text(rows, r -> r.content().key().sku()),
      Columns.text(rows, r -> r.content().key().region()),
      rows.stream().map(r -> r.content().span()).toArray(Boolean[]::new),
      Columns.text(rows, r -> r.content().labels())
    };
    tx.execute(
        """
        INSERT INTO series (book, usage_class, sku, region, span, labels)
        SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::boolean[],
          $6::text[]) AS n (book, usage_class, sku, region, span, labels)
        ORDER BY 1, 2, 3, 4, 5, 6 ON CONFLICT DO NOTHING
        """,
        columns);
    tx.execute(
            """
            SELECT i, s.number FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[],
              $5::boolean[], $6::text[])
              WITH ORDINALITY AS n (book, usage_class, sku, region, span, labels, i)
            JOIN series s ON s.book = n.book AND s.digest = md5(n.usage_class || E'\\x1f' || n.sku
              || E'\\x1f' || n.region || E'\\x1f' || CASE WHEN n.span THEN 's' ELSE 'q' END
              || E'\\x1f' || n.labels)::uuid
            """,
            columns)
        .forEach(row -> numbers.put(rows.get(row.getInteger(0) - 1), row.getLong(1)));
  }
}
