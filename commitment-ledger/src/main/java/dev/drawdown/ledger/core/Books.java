package dev.drawdown.ledger.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What stands in an account's books, and how it is brought to what ought to stand there: by
 * postings of the differences, never by changing a posting.
 */
public final class Books {
  private Books() {}

  /** What a posting moves. */
  public enum Kind {
    DRAW,
    OVERAGE,
    ON_DEMAND
  }

  /**
   * One place in the books. The commitment is empty for on-demand, the window null but for draws.
   */
  public record Cell(
      Instant sliceStart, UsageKey key, Kind kind, String commitment, Instant windowStart)
      implements Comparable<Cell> {
    private static final Comparator<Cell> ORDER =
        Comparator.comparing(Cell::sliceStart)
            .thenComparing(Cell::key)
            .thenComparing(Cell::kind)
            .thenComparing(Cell::commitment)
            .thenComparing(Cell::windowStart, Comparator.nullsFirst(Comparator.naturalOrder()));

    @Override
    public int compareTo(Cell other) {
      return ORDER.compare(this, other);
    }
  }

  /** What stands in a cell: usage, and units of the allowance where it was drawn. */
  public record Standing(Instant sliceEnd, Quantity quantity, Quantity units) {}

  /** A signed change of one cell. */
  public record Posting(Cell cell, Instant sliceEnd, Quantity quantity, Quantity units) {}

  /** The cells that allocations fill. */
  public static SortedMap<Cell, Standing> of(List<Allocation> allocations) {
    SortedMap<Cell, Standing> cells = new TreeMap<>();
    for (Allocation a : allocations) {
      Instant start = a.slice().start();
      Instant end = a.slice().end();
      for (Draw d : a.draws()) {
        Allowance.Id id = d.allowance();
        cells.put(
            new Cell(start, a.key(), Kind.DRAW, id.commitment(), id.start()),
            new Standing(end, d.covered(), d.units()));
      }
      if (a.overage().isPositive()) {
        cells.put(
            new Cell(start, a.key(), Kind.OVERAGE, a.overageOf(), null),
            new Standing(end, a.overage(), Quantity.ZERO));
      }
      if (a.onDemand().isPositive()) {
        cells.put(
            new Cell(start, a.key(), Kind.ON_DEMAND, "", null),
            new Standing(end, a.onDemand(), Quantity.ZERO));
      }
    }
    return cells;
  }

  /** The postings that turn what stands into what ought to stand, in the order of the cells. */
  public static List<Posting> difference(
      SortedMap<Cell, Standing> stands, SortedMap<Cell, Standing> ought) {
    SortedMap<Cell, Posting> postings = new TreeMap<>();
    ought.forEach(
        (cell, to) -> {
          Standing from = stands.get(cell);
          Quantity quantity = from == null ? to.quantity() : to.quantity().minus(from.quantity());
          Quantity units = from == null ? to.units() : to.units().minus(from.units());
          if (!quantity.isZero() || !units.isZero()) {
            postings.put(cell, new Posting(cell, to.sliceEnd(), quantity, units));
          }
        });
    stands.forEach(
        (cell, from) -> {
          if (!ought.containsKey(cell)) {
            postings.put(
                cell,
                new Posting(
                    cell,
                    from.sliceEnd(),
                    Quantity.ZERO.minus(from.quantity()),
                    Quantity.ZERO.minus(from.units())));
          }
        });
    return new ArrayList<>(postings.values());
  }
}
