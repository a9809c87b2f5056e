package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Posting;
import dev.drawdown.ledger.core.Books.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * An account's books counted again from nothing but its events and commitments, stretch by stretch
 * in time order, so that a long history needs no more memory than its busiest stretch.
 */
public final class Recount {
  private static final Instant BEGINNING = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2102-01-01T00:00:00Z");

  private final Calendar calendar;
  private final List<Commitment> commitments;
  private final Slices slices;
  private final Map<Allowance.Id, Quantity> drawn = new HashMap<>();

  public Recount(Calendar calendar, List<Commitment> commitments) {
    this.calendar = calendar;
    this.commitments = commitments;
    this.slices = new Slices(calendar, commitments);
  }

  /**
   * Cuts all of time into stretches of whole hours with about as many events in each.
   *
   * @param ending how many events end in each hour
   * @param most events in a stretch, unless a single hour has more
   */
  public static List<Slice> stretches(
      Calendar calendar, SortedMap<Instant, Long> ending, long most) {
    List<Slice> stretches = new ArrayList<>();
    Instant from = BEGINNING;
    long events = 0;
    for (Map.Entry<Instant, Long> hour : ending.entrySet()) {
      Instant start = calendar.hourOf(hour.getKey()).start();
      if (events > 0 && events + hour.getValue() > most && start.isAfter(from)) {
        stretches.add(new Slice(from, start));
        from = start;
        events = 0;
      }
      events += hour.getValue();
    }
    stretches.add(new Slice(from, END));
    return stretches;
  }

  /**
   * Counts the next stretch and answers the postings that its books lack.
   *
   * @param events all net events that overlap the stretch
   * @param stands what stands in the books for the slices that begin in it
   */
  public List<Posting> next(
      Slice stretch, List<NetUsage> events, SortedMap<Cell, Standing> stands) {
    Usage usage = new Usage();
    for (NetUsage event : events) {
      slices.spread(event, stretch, (slice, share) -> usage.add(slice, event.event().key(), share));
    }
    Drawdown.Result ought = Drawdown.allocate(calendar, commitments, usage.bySlice(), drawn);
    ought.allowances().forEach((id, allowance) -> drawn.put(id, allowance.drawn()));
    return Books.difference(stands, Books.of(ought.allocations()));
  }

  /** Windows whose drawn units are not what the counted stretches say, with the right number. */
  public Map<Allowance.Id, Quantity> wrong(List<Allowance> stored) {
    Map<Allowance.Id, Quantity> wrong = new HashMap<>(drawn);
    wrong.values().removeIf(Quantity::isZero);
    for (Allowance allowance : stored) {
      Quantity ought = drawn.getOrDefault(allowance.id(), Quantity.ZERO);
      if (ought.equals(allowance.drawn())) {
        wrong.remove(allowance.id());
      } else {
        wrong.put(allowance.id(), ought);
      }
    }
    return wrong;
  }
}
