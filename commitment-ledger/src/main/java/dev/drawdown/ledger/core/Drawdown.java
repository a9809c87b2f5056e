package dev.drawdown.ledger.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The draw-down: usage by slice and commitments in, allocations out.
 *
 * <p>A pure function of the facts. Slices are worked in time order; inside one, reserved usage
 * before elastic, then SKU, then region. Nothing depends on when an event arrived.
 */
public final class Drawdown {
  /** Draw order; the window's end is compared per slice, see {@link Candidate}. */
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingInt((Candidate c) -> c.commitment().priority())
          .thenComparing(c -> c.commitment().kind())
          .thenComparingInt(c -> c.commitment().skus().size())
          .thenComparing(c -> c.commitment().regions().isEmpty())
          .thenComparing(Candidate::windowEnd)
          .thenComparing(c -> c.commitment().start())
          .thenComparing(c -> c.commitment().id());

  private record Candidate(Commitment commitment, Allowance.Id window, Instant windowEnd) {}

  /**
   * One commitment's turn at some usage: what was left in its window, and how much it covered.
   *
   * @param before the window as it stood when the turn came
   */
  public record Turn(Commitment commitment, Allowance before, Quantity covered) {}

  /** An allocation with the turns that led to it, in draw order; also those that took nothing. */
  public record Explained(Allocation allocation, List<Turn> turns) {}

  /** What was allocated, and the allowances it was allocated from as they stand afterwards. */
  public record Result(
      List<Allocation> allocations, SortedMap<Allowance.Id, Allowance> allowances) {}

  private final Calendar calendar;
  private final List<Commitment> commitments;
  private final SortedMap<Allowance.Id, Allowance> allowances = new TreeMap<>();
  private final Map<Allowance.Id, Quantity> drawnBefore;
  private final Map<String, Allowance> lastWindow = new HashMap<>();
  private final List<Allocation> allocations = new ArrayList<>();

  /** Null unless someone wants to know. */
  private List<Turn> turns;

  private Drawdown(
      Calendar calendar, List<Commitment> commitments, Map<Allowance.Id, Quantity> drawnBefore) {
    this.calendar = calendar;
    this.commitments = commitments;
    this.drawnBefore = drawnBefore;
  }

  /**
   * Allocates usage to commitments.
   *
   * @param usage by slice, cut by {@link Slices} for the same commitments
   * @param drawnBefore units drawn in each window by slices earlier than the first of {@code usage}
   */
  public static Result allocate(
      Calendar calendar,
      List<Commitment> commitments,
      SortedMap<Slice, SortedMap<UsageKey, Quantity>> usage,
      Map<Allowance.Id, Quantity> drawnBefore) {
    Drawdown run = new Drawdown(calendar, commitments, drawnBefore);
    usage.forEach(run::workSlice);
    return new Result(List.copyOf(run.allocations), run.allowances);
  }

  /** Allocates one slice as {@link #allocate} does, and tells how it came about. */
  public static List<Explained> explain(
      Calendar calendar,
      List<Commitment> commitments,
      Slice slice,
      SortedMap<UsageKey, Quantity> usage,
      Map<Allowance.Id, Quantity> drawnBefore) {
    Drawdown run = new Drawdown(calendar, commitments, drawnBefore);
    List<Explained> explained = new ArrayList<>();
    usage.forEach(
        (key, used) -> {
          run.turns = new ArrayList<>();
          run.workSlice(slice, new TreeMap<>(Map.of(key, used)));
          explained.add(new Explained(run.allocations.getLast(), List.copyOf(run.turns)));
        });
    return explained;
  }

  private void workSlice(Slice slice, SortedMap<UsageKey, Quantity> usage) {
    List<Candidate> candidates = new ArrayList<>();
    for (Commitment commitment : commitments) {
      if (commitment.isActiveIn(slice)) {
        Allowance window = windowAt(commitment, slice.start());
        candidates.add(new Candidate(commitment, window.id(), window.end()));
      }
    }
    candidates.sort(ORDER);
    usage.forEach((key, used) -> allocations.add(take(slice, key, used, candidates)));
  }

  private Allocation take(Slice slice, UsageKey key, Quantity used, List<Candidate> candidates) {
    String first = null;
    Quantity uncovered = used;
    List<Draw> draws = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Commitment commitment = candidate.commitment();
      if (!commitment.matches(key)) {
        continue;
      }
      first = first == null ? commitment.id() : first;
      Allowance allowance = allowances.get(candidate.window());
      var weight = commitment.skus().get(key.sku());
      Quantity covered = uncovered.min(allowance.left().dividedBy(weight));
      if (turns != null) {
        turns.add(new Turn(commitment, allowance, covered));
      }
      if (covered.isPositive()) {
        // where the allowance is the limit it is used up, though its last units cover next to
        // nothing
        boolean usedUp = covered.compareTo(uncovered) < 0;
        Quantity units = usedUp ? allowance.left() : covered.times(weight);
        Draw draw = new Draw(allowance.id(), covered, units);
        draws.add(draw);
        allowances.put(allowance.id(), allowance.draw(draw.units()));
        uncovered = uncovered.minus(covered);
      }
    }
    return first == null
        ? new Allocation(slice, key, used, draws, Quantity.ZERO, null, uncovered)
        : new Allocation(slice, key, used, draws, uncovered, first, Quantity.ZERO);
  }

  private Allowance windowAt(Commitment commitment, Instant instant) {
    Allowance known = lastWindow.get(commitment.id());
    if (known == null || !instant.isBefore(known.end()) || instant.isBefore(known.id().start())) {
      known = Windows.at(commitment, calendar, instant);
      lastWindow.put(commitment.id(), known);
      Quantity before = drawnBefore.getOrDefault(known.id(), Quantity.ZERO);
      allowances.putIfAbsent(known.id(), known.draw(before));
    }
    return known;
  }
}
