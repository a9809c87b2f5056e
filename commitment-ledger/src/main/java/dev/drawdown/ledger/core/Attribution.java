package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Books.Cell;
import dev.drawdown.ledger.core.Books.Kind;
import dev.drawdown.ledger.core.Books.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which event inside a slice took the draws, and which the overage. One fixed order decides: class,
 * start, source, id for events; draws by commitment, then overage, then on-demand.
 */
public final class Attribution {
  private static final Comparator<NetUsage> ORDER =
      Comparator.comparing((NetUsage n) -> n.event().key().usageClass())
          .thenComparing(NetUsage::start)
          .thenComparing(n -> n.event().identity());

  /** What one event took in one slice from one place of the books. */
  public record Share(NetUsage usage, Slice slice, Cell cell, Quantity quantity) {}

  private record Place(Instant sliceStart, UsageKey key) {}

  private record Rest(Cell cell, Quantity left) {}

  private Attribution() {}

  /**
   * Splits cells among the events that filled them.
   *
   * @param events every net event that overlaps the cells' slices
   */
  public static List<Share> split(
      Slices slices, SortedMap<Cell, Standing> cells, List<NetUsage> events) {
    Map<Place, List<Rest>> open = new HashMap<>();
    new TreeMap<>(cells)
        .forEach(
            (cell, standing) ->
                open.computeIfAbsent(
                        new Place(cell.sliceStart(), cell.key()), p -> new ArrayList<>())
                    .add(new Rest(cell, standing.quantity())));
    List<Share> shares = new ArrayList<>();
    for (NetUsage event : events.stream().sorted(ORDER).toList()) {
      slices.spread(
          event,
          (slice, quantity) -> {
            List<Rest> rests = open.get(new Place(slice.start(), event.event().key()));
            if (rests != null) {
              take(event, slice, quantity, rests, shares);
            }
          });
    }
    return shares;
  }

  private static void take(
      NetUsage event, Slice slice, Quantity quantity, List<Rest> rests, List<Share> shares) {
    Quantity wanted = quantity;
    for (int i = 0; i < rests.size() && wanted.isPositive(); i++) {
      Rest rest = rests.get(i);
      Quantity taken = wanted.min(rest.left());
      if (taken.isPositive()) {
        shares.add(new Share(event, slice, rest.cell(), taken));
        rests.set(i, new Rest(rest.cell(), rest.left().minus(taken)));
        wanted = wanted.minus(taken);
      }
    }
  }

  /** Sums of shares by what they were: drawn, overage or on demand. */
  public static Quantity sum(List<Share> shares, Kind kind) {
    Quantity sum = Quantity.ZERO;
    for (Share share : shares) {
      if (share.cell().kind() == kind) {
        sum = sum.plus(share.quantity());
      }
    }
    return sum;
  }
}
