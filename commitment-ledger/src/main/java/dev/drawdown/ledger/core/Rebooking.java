package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Posting;
import dev.drawdown.ledger.core.Books.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings a part of an account's books to what the facts say: which part has to be looked at, and
 * which differences to post. Pure; whoever stores the books loads and saves around it.
 */
public final class Rebooking {
  private final Calendar calendar;
  private final List<Commitment> commitments;
  private final Slices slices;

  public Rebooking(Calendar calendar, List<Commitment> commitments) {
    this.calendar = calendar;
    this.commitments = List.copyOf(commitments);
    this.slices = new Slices(calendar, this.commitments);
  }

  /** A half-open stretch of an account's books; a null end means all that follows. */
  public record Range(Instant from, Instant to) {}

  /** An event before and after a batch; before is null when the event is new. */
  public record Touched(NetUsage before, NetUsage after) {}

  /** A part of the books as it is stored. */
  public record Stored(
      Usage usage,
      SortedMap<Cell, Standing> cells,
      SortedMap<Allowance.Id, Allowance> allowances) {}

  /** What to save: postings, the allocations that changed, and the allowances that moved. */
  public record Result(
      List<Posting> postings, List<Allocation> allocations, List<Allowance> allowances) {}

  /** What a batch changes in each slice. */
  public Usage changes(List<Touched> events) {
    Usage changes = new Usage();
    for (Touched event : events) {
      UsageKey key = event.after().event().key();
      if (event.before() != null) {
        slices.spread(
            event.before(), (slice, q) -> changes.add(slice, key, Quantity.ZERO.minus(q)));
      }
      slices.spread(event.after(), (slice, q) -> changes.add(slice, key, q));
    }
    return changes;
  }

  /**
   * The parts of the books that changed usage can change. Capacity is counted by the hour, so hours
   * stand alone; a pool carries what one slice draws into all later ones.
   */
  public List<Range> reach(Usage changes, Instant reallocateFrom) {
    SortedSet<Slice> hours = new TreeSet<>();
    changes.slices().forEach(slice -> hours.add(calendar.hourOf(slice.start())));
    if (reallocateFrom != null) {
      Instant start = calendar.hourOf(reallocateFrom).start();
      return List.of(new Range(hours.isEmpty() ? start : min(start, hours.first().start()), null));
    }
    if (hours.isEmpty()) {
      return List.of();
    }
    if (commitments.stream().anyMatch(c -> c.kind() == Commitment.Kind.POOL)) {
      return List.of(new Range(hours.first().start(), null));
    }
    List<Range> ranges = new ArrayList<>();
    for (Slice hour : hours) {
      Range last = ranges.isEmpty() ? null : ranges.getLast();
      if (last != null && last.to().equals(hour.start())) {
        ranges.set(ranges.size() - 1, new Range(last.from(), hour.end()));
      } else {
        ranges.add(new Range(hour.start(), hour.end()));
      }
    }
    return ranges;
  }

  /** Hours whose stored slices were cut for other commitments and must be cut from events again. */
  public List<Slice> miscut(Usage stored) {
    SortedSet<Slice> hours = new TreeSet<>();
    for (Slice slice : stored.slices()) {
      Slice hour = calendar.hourOf(slice.start());
      if (!slices.ofHour(hour).contains(slice)) {
        hours.add(hour);
      }
    }
    return List.copyOf(hours);
  }

  /** Usage inside one hour, cut anew from the net events that overlap it. */
  public Usage recut(Slice hour, List<NetUsage> events) {
    Usage usage = new Usage();
    for (NetUsage event : events) {
      for (Slice slice : slices.ofHour(hour)) {
        Quantity share = event.between(slice.start(), slice.end());
        if (!share.isZero()) {
          usage.add(slice, event.event().key(), share);
        }
      }
    }
    return usage;
  }

  /**
   * Decides what to post.
   *
   * @param usage all usage of the parts that {@link #reach} named, as the facts have it now
   * @param stored the same parts as the books have them
   */
  public Result decide(Usage usage, Stored stored) {
    Map<Allowance.Id, Quantity> before = drawnOutside(stored);
    Drawdown.Result ought = Drawdown.allocate(calendar, commitments, usage.bySlice(), before);
    List<Posting> postings = Books.difference(stored.cells(), Books.of(ought.allocations()));
    return new Result(postings, changed(stored, postings, ought), moved(stored, before, ought));
  }

  /**
   * How what stands in an hour came about.
   *
   * @param stored the books from the hour's start on, with all that follows
   */
  public Map<Slice, List<Drawdown.Explained>> explain(Stored stored, Slice hour) {
    Map<Allowance.Id, Quantity> drawn = drawnOutside(stored);
    Map<Slice, List<Drawdown.Explained>> explained = new TreeMap<>();
    for (Map.Entry<Slice, SortedMap<UsageKey, Quantity>> used :
        stored.usage().bySlice().entrySet()) {
      if (used.getKey().start().isBefore(hour.end())) {
        List<Drawdown.Explained> of =
            Drawdown.explain(calendar, commitments, used.getKey(), used.getValue(), drawn);
        explained.put(used.getKey(), of);
        for (Drawdown.Explained one : of) {
          for (Draw draw : one.allocation().draws()) {
            drawn.merge(draw.allowance(), draw.units(), Quantity::plus);
          }
        }
      }
    }
    return explained;
  }

  /** Allocations that postings touch, or whose slice is cut otherwise than it was. */
  private static List<Allocation> changed(
      Stored stored, List<Posting> postings, Drawdown.Result ought) {
    Set<UsagePlace> touched = new HashSet<>();
    postings.forEach(p -> touched.add(new UsagePlace(p.cell().sliceStart(), p.cell().key())));
    Map<Instant, Slice> cuts = new HashMap<>();
    stored.usage().slices().forEach(slice -> cuts.put(slice.start(), slice));
    return ought.allocations().stream()
        .filter(
            a ->
                touched.contains(new UsagePlace(a.slice().start(), a.key()))
                    || !a.slice().equals(cuts.get(a.slice().start())))
        .toList();
  }

  private record UsagePlace(Instant sliceStart, UsageKey key) {}

  /** Units drawn in each window by slices that were not loaded because they cannot change. */
  private static Map<Allowance.Id, Quantity> drawnOutside(Stored stored) {
    Map<Allowance.Id, Quantity> drawn = new HashMap<>();
    stored.allowances().forEach((id, allowance) -> drawn.put(id, allowance.drawn()));
    stored
        .cells()
        .forEach(
            (cell, standing) -> {
              if (cell.kind() == Books.Kind.DRAW) {
                drawn.computeIfPresent(
                    new Allowance.Id(cell.commitment(), cell.windowStart()),
                    (id, units) -> units.minus(standing.units()));
              }
            });
    return drawn;
  }

  private static List<Allowance> moved(
      Stored stored, Map<Allowance.Id, Quantity> before, Drawdown.Result ought) {
    SortedMap<Allowance.Id, Allowance> now = new TreeMap<>(ought.allowances());
    stored
        .allowances()
        .forEach(
            (id, old) ->
                now.putIfAbsent(id, new Allowance(id, old.end(), old.granted(), before.get(id))));
    now.values().removeIf(allowance -> allowance.equals(stored.allowances().get(allowance.id())));
    return List.copyOf(now.values());
  }

  private static Instant min(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
