package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Pricing.Piece;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/** Priced pieces that shares of resources have still to be found for, by their place. */
public final class OpenPieces {
  private static final int SCALE = 18;

  /** A piece, or a part of one, with its part of the cost. */
  public record Part(Piece piece, BigDecimal cost) {}

  private final Map<BookedUsage, Deque<Part>> open = new LinkedHashMap<>();
  private final NavigableMap<Instant, Set<BookedUsage>> bySlice = new TreeMap<>();

  public void add(Piece piece, BigDecimal cost) {
    BookedUsage place = place(piece);
    open.computeIfAbsent(place, p -> new ArrayDeque<>()).addLast(new Part(piece, cost));
    bySlice.computeIfAbsent(piece.sliceStart(), s -> new LinkedHashSet<>()).add(place);
  }

  /** What a share stands for; nothing where more is shared than was booked. */
  public List<Part> take(Share share) {
    List<Part> taken = new ArrayList<>();
    Deque<Part> parts = open.get(share.usage().with(BigDecimal.ZERO));
    BigDecimal left = share.seconds();
    while (parts != null && !parts.isEmpty() && left.signum() > 0) {
      Part part = parts.removeFirst();
      BigDecimal seconds = part.piece().seconds();
      BigDecimal wanted = left.min(seconds);
      left = left.subtract(wanted);
      if (wanted.compareTo(seconds) == 0) {
        taken.add(part);
      } else {
        BigDecimal cost = part.cost().multiply(wanted).divide(seconds, SCALE, RoundingMode.HALF_UP);
        taken.add(new Part(part.piece().with(wanted), cost));
        parts.addFirst(
            new Part(part.piece().with(seconds.subtract(wanted)), part.cost().subtract(cost)));
      }
    }
    return taken;
  }

  /** The beginnings of slices in {@code [from, to)} that pieces were added for. */
  SortedSet<Instant> slices(Instant from, Instant to) {
    return bySlice.subMap(from, true, to, false).navigableKeySet();
  }

  /** Takes what no share has stood for in a slice. */
  List<Part> takeLeft(Instant sliceStart) {
    List<Part> left = new ArrayList<>();
    for (BookedUsage place : bySlice.getOrDefault(sliceStart, Set.of())) {
      left.addAll(open.remove(place));
      open.put(place, new ArrayDeque<>());
    }
    return left;
  }

  /** What no share has stood for. */
  public List<Part> left() {
    return open.values().stream().flatMap(Deque::stream).toList();
  }

  /** The place in the books of a piece, with a quantity of zero. */
  static BookedUsage place(Piece piece) {
    Line.Subject of = piece.of();
    BookedUsage.Kind kind =
        of.charge() == Line.Kind.COVERED
            ? BookedUsage.Kind.DRAW
            : BookedUsage.Kind.valueOf(of.charge().name());
    return new BookedUsage(
        piece.sliceStart(),
        piece.usageClass(),
        of.sku(),
        of.region() == null ? "" : of.region(),
        kind,
        of.commitment() == null ? "" : of.commitment(),
        BigDecimal.ZERO);
  }
}
