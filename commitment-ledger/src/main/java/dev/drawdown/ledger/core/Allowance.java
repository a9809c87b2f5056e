package dev.drawdown.ledger.core;

import java.time.Instant;

/**
 * What one commitment grants in one window and how much of it is drawn, in the commitment's units.
 * Never over-drawn: such a value cannot be built.
 */
public record Allowance(Id id, Instant end, Quantity granted, Quantity drawn) {
  /** A window of a commitment, told by the window's start. */
  public record Id(String commitment, Instant start) implements Comparable<Id> {
    @Override
    public int compareTo(Id other) {
      int byCommitment = commitment.compareTo(other.commitment);
      return byCommitment != 0 ? byCommitment : start.compareTo(other.start);
    }
  }

  public Allowance {
    if (drawn.isNegative() || drawn.compareTo(granted) > 0) {
      throw new IllegalArgumentException(
          "drawn %s outside 0 to granted %s in %s".formatted(drawn, granted, id));
    }
  }

  public Quantity left() {
    return granted.minus(drawn);
  }

  public Allowance draw(Quantity units) {
    return new Allowance(id, end, granted, drawn.plus(units));
  }
}
