package dev.drawdown.ledger.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts a batch of facts by what becomes of them: new, duplicate of a known event, or in conflict
 * with one. The first of an identity wins, in the store or within the batch.
 */
public final class Sorting {
  /** What became of a batch. Conflicts keep the fact for quarantine. */
  public record Result(List<Fact> fresh, List<Identity> duplicates, List<Fact> conflicts) {}

  private Sorting() {}

  /**
   * Sorts.
   *
   * @param stored what is known of the batch's identities
   */
  public static Result sort(List<Fact> batch, Map<Identity, Fact> stored) {
    Map<Identity, Fact> known = new HashMap<>(stored);
    Result result = new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Fact fact : batch) {
      Fact first = known.putIfAbsent(fact.identity(), fact);
      if (first == null) {
        result.fresh.add(fact);
      } else if (first.equals(fact)) {
        result.duplicates.add(fact.identity());
      } else {
        result.conflicts.add(fact);
      }
    }
    return result;
  }
}
