package dev.drawdown.ledger.core;

import java.time.Instant;

/** A half-open stretch of time inside which nothing changes; ordered by its start. */
public record Slice(Instant start, Instant end) implements Comparable<Slice> {
  public Slice {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException("a slice must not be empty: " + start + " to " + end);
    }
  }

  @Override
  public int compareTo(Slice other) {
    return start.compareTo(other.start);
  }
}
