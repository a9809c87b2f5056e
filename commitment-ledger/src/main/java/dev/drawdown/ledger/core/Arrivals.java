package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Rebooking.Touched;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What new facts do to events: which events they touch, and each before and after. */
public final class Arrivals {
  private Arrivals() {}

  /** The events that new facts touch: new usage itself, and whatever is corrected. */
  public static Set<Identity> touchedBy(List<Fact> fresh) {
    Set<Identity> touched = new LinkedHashSet<>();
    for (Fact fact : fresh) {
      switch (fact) {
        case Fact.Usage usage -> touched.add(usage.identity());
        case Fact.Correction correction -> touched.add(correction.corrects());
        case Fact.Notice notice -> {}
      }
    }
    return touched;
  }

  /**
   * Each touched event before and after the batch. A correction whose event is not known yet waits:
   * it touches nothing now and is found again when the event comes.
   *
   * @param known stored usage events among the touched
   * @param corrections stored corrections of the touched
   */
  public static List<Touched> apply(
      List<Fact> fresh, List<Fact.Usage> known, List<Fact.Correction> corrections) {
    Map<Identity, Fact.Usage> before = new HashMap<>();
    known.forEach(usage -> before.put(usage.identity(), usage));
    Map<Identity, List<Fact.Correction>> old = byTarget(corrections);
    Map<Identity, List<Fact.Correction>> all = byTarget(corrections);
    Map<Identity, Fact.Usage> after = new HashMap<>(before);
    for (Fact fact : fresh) {
      if (fact instanceof Fact.Usage usage) {
        after.put(usage.identity(), usage);
      } else if (fact instanceof Fact.Correction correction) {
        all.computeIfAbsent(correction.corrects(), i -> new ArrayList<>()).add(correction);
      }
    }
    List<Touched> touched = new ArrayList<>();
    for (Identity identity : touchedBy(fresh)) {
      if (after.containsKey(identity)) {
        touched.add(new Touched(net(identity, before, old), net(identity, after, all)));
      }
    }
    return touched;
  }

  private static NetUsage net(
      Identity identity,
      Map<Identity, Fact.Usage> events,
      Map<Identity, List<Fact.Correction>> corrections) {
    Fact.Usage event = events.get(identity);
    return event == null ? null : NetUsage.of(event, corrections.getOrDefault(identity, List.of()));
  }

  private static Map<Identity, List<Fact.Correction>> byTarget(List<Fact.Correction> corrections) {
    Map<Identity, List<Fact.Correction>> byTarget = new HashMap<>();
    corrections.forEach(c -> byTarget.computeIfAbsent(c.corrects(), i -> new ArrayList<>()).add(c));
    return byTarget;
  }
}
