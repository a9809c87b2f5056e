package dev.drawdown.ledger.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts a batch of facts by what becomes of them: new, duplicate of a known event, or in conflict
 * with one. The first of an identity wins, in the store or within the batch.
 */
public final class Sorting {
  /** A fact that is new, with the digest of its content. */
  public record New(Fact fact, byte[] content) {}

  /** What became of a batch. Conflicts keep the fact for quarantine. */
  public record Result(List<New> fresh, List<Identity> duplicates, List<Fact> conflicts) {}

  private Sorting() {}

  public static Result sort(List<Fact> batch, Map<Identity, byte[]> stored) {
    Map<Identity, byte[]> known = new HashMap<>(stored);
    Result result = new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Fact fact : batch) {
      byte[] content = Content.digest(fact);
      byte[] first = known.putIfAbsent(fact.identity(), content);
      if (first == null) {
        result.fresh.add(new New(fact, content));
      } else if (Arrays.equals(first, content)) {
        result.duplicates.add(fact.identity());
      } else {
        result.conflicts.add(fact);
      }
    }
    return result;
  }
}
