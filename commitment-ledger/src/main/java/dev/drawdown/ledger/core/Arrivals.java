package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Rebooking.Touched;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What new facts do to events: which events they touch, and each before and after. */
public final class Arrivals {
  private Arrivals() {}

  /** The events that new corrections name and that did not come with them. */
  public static Set<Identity> correctedBy(List<Fact> fresh) {
    Set<Identity> corrected = new LinkedHashSet<>();
    for (Fact fact : fresh) {
      if (fact instanceof Fact.Correction correction) {
        corrected.add(correction.corrects());
      }
    }
    if (!corrected.isEmpty()) {
      fresh.forEach(fact -> corrected.remove(fact.identity()));
    }
    return corrected;
  }

  /**
   * Each touched event before and after the batch: new usage, and usage that is corrected. A
   * correction whose event is not known yet waits: it touches nothing now and is found again when
   * the event comes.
   *
   * @param known stored usage among {@link #correctedBy}
   * @param corrections stored corrections of new usage and of the known
   */
  public static List<Touched> apply(
      List<Fact> fresh, Collection<Fact.Usage> known, List<Fact.Correction> corrections) {
    Map<Identity, List<Fact.Correction>> old = byTarget(corrections);
    Map<Identity, List<Fact.Correction>> all = byTarget(corrections);
    for (Fact fact : fresh) {
      if (fact instanceof Fact.Correction correction) {
        all.computeIfAbsent(correction.corrects(), i -> new ArrayList<>()).add(correction);
      }
    }
    List<Touched> touched = new ArrayList<>();
    for (Fact fact : fresh) {
      if (fact instanceof Fact.Usage usage) {
        touched.add(new Touched(null, net(usage, all)));
      }
    }
    known.forEach(usage -> touched.add(new Touched(net(usage, old), net(usage, all))));
    return touched;
  }

  private static NetUsage net(Fact.Usage event, Map<Identity, List<Fact.Correction>> corrections) {
    return NetUsage.of(event, corrections.getOrDefault(event.identity(), List.of()));
  }

  private static Map<Identity, List<Fact.Correction>> byTarget(List<Fact.Correction> corrections) {
    Map<Identity, List<Fact.Correction>> byTarget = new HashMap<>();
    corrections.forEach(c -> byTarget.computeIfAbsent(c.corrects(), i -> new ArrayList<>()).add(c));
    return byTarget;
  }
}
