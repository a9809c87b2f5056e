package dev.drawdown.ledger.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Cuts time into slices: the hours of an account's clock, cut further where a commitment or one of
 * its windows begins or ends.
 */
public final class Slices {
  private final Calendar calendar;
  private final List<Commitment> commitments;
  private final Map<Instant, List<Slice>> byHour = new HashMap<>();

  public Slices(Calendar calendar, List<Commitment> commitments) {
    this.calendar = calendar;
    this.commitments = commitments;
  }

  /** Calls {@code into} with each slice that net usage touches and its share of it, if any. */
  public void spread(NetUsage usage, BiConsumer<Slice, Quantity> into) {
    spread(usage, usage.start(), usage.end(), into);
  }

  /** The same for the slices of a stretch of whole hours only. */
  public void spread(NetUsage usage, Slice stretch, BiConsumer<Slice, Quantity> into) {
    boolean before = usage.start().isBefore(stretch.start());
    boolean after = usage.end().isAfter(stretch.end());
    spread(
        usage, before ? stretch.start() : usage.start(), after ? stretch.end() : usage.end(), into);
  }

  private void spread(NetUsage usage, Instant from, Instant to, BiConsumer<Slice, Quantity> into) {
    Instant at = from;
    while (at.isBefore(to)) {
      Slice hour = calendar.hourOf(at);
      for (Slice slice : ofHour(hour)) {
        Quantity share = usage.between(slice.start(), slice.end());
        if (!share.isZero()) {
          into.accept(slice, share);
        }
      }
      at = hour.end();
    }
  }

  /** The slices of one hour, in order; most hours are one slice. */
  public List<Slice> ofHour(Slice hour) {
    return byHour.computeIfAbsent(hour.start(), start -> cut(hour));
  }

  private List<Slice> cut(Slice hour) {
    TreeSet<Instant> edges = new TreeSet<>();
    for (Commitment commitment : commitments) {
      addIfInside(edges, hour, commitment.start());
      addIfInside(edges, hour, commitment.end());
      if (commitment.kind() == Commitment.Kind.POOL) {
        addWindowEdges(edges, hour, commitment);
      }
    }
    List<Slice> slices = new ArrayList<>();
    Instant start = hour.start();
    for (Instant edge : edges) {
      slices.add(new Slice(start, edge));
      start = edge;
    }
    slices.add(new Slice(start, hour.end()));
    return slices;
  }

  private void addWindowEdges(TreeSet<Instant> edges, Slice hour, Commitment commitment) {
    Instant at = hour.start().isBefore(commitment.start()) ? commitment.start() : hour.start();
    while (at.isBefore(hour.end()) && at.isBefore(commitment.end())) {
      at = Windows.at(commitment, calendar, at).end();
      addIfInside(edges, hour, at);
    }
  }

  private static void addIfInside(TreeSet<Instant> edges, Slice hour, Instant edge) {
    if (edge.isAfter(hour.start()) && edge.isBefore(hour.end())) {
      edges.add(edge);
    }
  }
}
