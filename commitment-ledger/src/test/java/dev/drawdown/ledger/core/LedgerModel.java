package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Posting;
import dev.drawdown.ledger.core.Books.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** An account's ledger with maps for the store: the same core, loaded and saved the same way. */
final class LedgerModel {
  final Calendar calendar;
  final List<Commitment> commitments = new ArrayList<>();
  final Map<Identity, Fact> facts = new HashMap<>();
  final List<Posting> journal = new ArrayList<>();
  final List<Identity> duplicates = new ArrayList<>();
  final List<Fact> conflicts = new ArrayList<>();
  SortedMap<Cell, Standing> cells = new TreeMap<>();
  SortedMap<Slice, SortedMap<UsageKey, Quantity>> usage = new TreeMap<>();
  final SortedMap<Allowance.Id, Allowance> allowances = new TreeMap<>();

  LedgerModel(Calendar calendar) {
    this.calendar = calendar;
  }

  /** What a transaction works on, so that a crash before the commit leaves no trace. */
  LedgerModel copy() {
    LedgerModel copy = new LedgerModel(calendar);
    copy.commitments.addAll(commitments);
    copy.facts.putAll(facts);
    copy.journal.addAll(journal);
    copy.duplicates.addAll(duplicates);
    copy.conflicts.addAll(conflicts);
    copy.cells.putAll(cells);
    copy.usage.putAll(usage);
    copy.allowances.putAll(allowances);
    return copy;
  }

  /** Registers a commitment, and allocates again what it reaches. */
  void commit(Commitment commitment) {
    commitments.removeIf(c -> c.id().equals(commitment.id()));
    commitments.add(commitment);
    bring(List.of(), commitment.start());
  }

  void book(Fact... batch) {
    book(List.of(batch));
  }

  void book(List<Fact> batch) {
    Sorting.Result sorted = Sorting.sort(batch, facts);
    duplicates.addAll(sorted.duplicates());
    conflicts.addAll(sorted.conflicts());
    List<Fact> fresh = sorted.fresh();
    Set<Identity> corrected = Arrivals.correctedBy(fresh);
    List<Fact.Usage> known = new ArrayList<>(storedUsage());
    known.removeIf(usage -> !corrected.contains(usage.identity()));
    List<Rebooking.Touched> touched = Arrivals.apply(fresh, known, storedCorrections());
    fresh.forEach(fact -> facts.put(fact.identity(), fact));
    bring(touched, null);
  }

  private void bring(List<Rebooking.Touched> touched, Instant reallocateFrom) {
    Rebooking rebooking = new Rebooking(calendar, commitments);
    Usage changes = rebooking.changes(touched);
    List<Rebooking.Range> ranges = rebooking.reach(changes, reallocateFrom);
    Rebooking.Stored stored = load(ranges);
    Usage now = new Usage().addAll(stored.usage()).addAll(changes);
    for (Slice hour : rebooking.miscut(stored.usage())) {
      now.clear(hour);
      now.addAll(rebooking.recut(hour, netEvents()));
    }
    Rebooking.Result result = rebooking.decide(now, stored);
    save(ranges, now, result);
  }

  /** The books from an instant on. */
  Rebooking.Stored load(Instant from) {
    return load(List.of(new Rebooking.Range(from, null)));
  }

  private Rebooking.Stored load(List<Rebooking.Range> ranges) {
    Usage part = new Usage();
    usage.forEach(
        (slice, keys) -> {
          if (within(ranges, slice.start())) {
            keys.forEach((key, quantity) -> part.add(slice, key, quantity));
          }
        });
    SortedMap<Cell, Standing> some = new TreeMap<>(cells);
    some.keySet().removeIf(cell -> !within(ranges, cell.sliceStart()));
    SortedMap<Allowance.Id, Allowance> open = new TreeMap<>(allowances);
    open.values().removeIf(a -> ranges.stream().noneMatch(r -> overlaps(r, a)));
    return new Rebooking.Stored(part, some, open);
  }

  private void save(List<Rebooking.Range> ranges, Usage now, Rebooking.Result result) {
    journal.addAll(result.postings());
    for (Posting p : result.postings()) {
      Standing before =
          cells.getOrDefault(p.cell(), new Standing(p.sliceEnd(), Quantity.ZERO, Quantity.ZERO));
      Quantity quantity = before.quantity().plus(p.quantity());
      if (quantity.isZero()) {
        cells.remove(p.cell());
      } else {
        cells.put(p.cell(), new Standing(p.sliceEnd(), quantity, before.units().plus(p.units())));
      }
    }
    usage.keySet().removeIf(slice -> within(ranges, slice.start()));
    usage.putAll(now.bySlice());
    for (Allowance allowance : result.allowances()) {
      if (allowance.drawn().isZero()) {
        allowances.remove(allowance.id());
      } else {
        allowances.put(allowance.id(), allowance);
      }
    }
  }

  private static boolean within(List<Rebooking.Range> ranges, Instant at) {
    return ranges.stream()
        .anyMatch(r -> !at.isBefore(r.from()) && (r.to() == null || at.isBefore(r.to())));
  }

  private static boolean overlaps(Rebooking.Range r, Allowance a) {
    return a.end().isAfter(r.from()) && (r.to() == null || a.id().start().isBefore(r.to()));
  }

  List<NetUsage> netEvents() {
    return storedUsage().stream()
        .map(
            event ->
                NetUsage.of(
                    event,
                    storedCorrections().stream()
                        .filter(c -> c.corrects().equals(event.identity()))
                        .toList()))
        .toList();
  }

  private List<Fact.Usage> storedUsage() {
    return facts.values().stream()
        .filter(Fact.Usage.class::isInstance)
        .map(Fact.Usage.class::cast)
        .toList();
  }

  private List<Fact.Correction> storedCorrections() {
    return facts.values().stream()
        .filter(Fact.Correction.class::isInstance)
        .map(Fact.Correction.class::cast)
        .toList();
  }

  /** Sum of what stands for a kind, over cells that match. */
  Quantity sum(java.util.function.Predicate<Cell> which) {
    Quantity sum = Quantity.ZERO;
    for (Map.Entry<Cell, Standing> entry : cells.entrySet()) {
      if (which.test(entry.getKey())) {
        sum = sum.plus(entry.getValue().quantity());
      }
    }
    return sum;
  }

  Quantity sum(Books.Kind kind) {
    return sum(cell -> cell.kind() == kind);
  }
}
