package dev.drawdown.ledger.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much more usage fits inside the commitments: hypothetical usage is drawn down exactly as real
 * usage would be, and what it could cover is the answer. Only what has been booked is known, so
 * GPUs that run but have not reported yet take their share of it.
 */
public final class Headroom {
  /** More than any commitment grants, so that what is covered is all there is. */
  private static final Quantity ENDLESS = Quantity.ofHours(new BigDecimal("1e15"));

  /** How far ahead usage is tried. */
  public static final Duration HORIZON = Duration.ofDays(31);

  /** What one commitment has left until the hour turns. */
  public record Share(String commitment, Quantity left, BigDecimal gpus) {}

  /**
   * What fits from now until the hour turns or a commitment begins or ends.
   *
   * @param gpus how many could start now and run until then, rounded down to 6 decimals
   */
  public record Room(Slice slice, BigDecimal gpus, List<Share> shares) {}

  private final Calendar calendar;
  private final List<Commitment> commitments;
  private final Map<Allowance.Id, Quantity> drawn;
  private final Slices slices;

  /**
   * Looks at an account's commitments.
   *
   * @param drawn what has been drawn in each window
   */
  public Headroom(
      Calendar calendar, List<Commitment> commitments, Map<Allowance.Id, Quantity> drawn) {
    this.calendar = calendar;
    this.commitments = commitments;
    this.drawn = drawn;
    this.slices = new Slices(calendar, commitments);
  }

  /** What fits inside the commitments from now on. */
  public Room at(Instant now, UsageKey key) {
    Slice slice = rest(now);
    SortedMap<Slice, SortedMap<UsageKey, Quantity>> all = new TreeMap<>();
    all.put(slice, new TreeMap<>(Map.of(key, ENDLESS)));
    Allocation allocation =
        Drawdown.allocate(calendar, commitments, all, drawn).allocations().getFirst();
    List<Share> shares =
        allocation.draws().stream()
            .map(d -> new Share(d.allowance().commitment(), d.covered(), gpus(d.covered(), slice)))
            .toList();
    return new Room(slice, gpus(allocation.drawn(), slice), shares);
  }

  /**
   * Until when so many more GPUs would run inside the commitments if they started now: now when
   * they do not fit at all, and the horizon when they still fit there.
   */
  public Instant until(Instant now, UsageKey key, BigDecimal gpus) {
    SortedMap<Slice, SortedMap<UsageKey, Quantity>> usage = new TreeMap<>();
    Slice slice = rest(now);
    Instant horizon = now.plus(HORIZON);
    while (slice.start().isBefore(horizon)) {
      usage.put(slice, new TreeMap<>(Map.of(key, Quantity.held(gpus, slice.start(), slice.end()))));
      slice = rest(slice.end());
    }
    for (Allocation a : Drawdown.allocate(calendar, commitments, usage, drawn).allocations()) {
      if (!a.drawn().equals(a.used())) {
        BigDecimal micros =
            a.drawn().unitSeconds().movePointRight(6).divide(gpus, 0, RoundingMode.FLOOR);
        return a.slice().start().plus(Duration.ofNanos(1_000 * micros.longValueExact()));
      }
    }
    return horizon;
  }

  /** The slice that holds an instant, from there on. */
  private Slice rest(Instant now) {
    for (Slice slice : slices.ofHour(calendar.hourOf(now))) {
      if (now.isBefore(slice.end())) {
        return new Slice(now, slice.end());
      }
    }
    throw new IllegalStateException("no slice of its hour holds " + now);
  }

  private static BigDecimal gpus(Quantity quantity, Slice slice) {
    BigDecimal seconds = Quantity.seconds(slice.start(), slice.end());
    return quantity.unitSeconds().divide(seconds, 6, RoundingMode.DOWN);
  }
}
