package dev.drawdown.ledger.core;

import dev.drawdown.kit.Decimals;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * What an event says. Facts are kept as they came; the books are computed from them. Two facts are
 * equal when they mean the same: {@code 2.0} is {@code 2.00}, an instant is an instant however it
 * was spelt.
 */
public sealed interface Fact {
  Identity identity();

  /**
   * An account used a SKU.
   *
   * @param resource empty when the event named none
   * @param labels a canonical JSON object, empty when there are none
   */
  record Usage(Identity identity, UsageKey key, String resource, String labels, Measure measure)
      implements Fact {}

  /** A later word on another event of the same account and maybe another source. */
  record Correction(Identity identity, Identity corrects, Change change, Instant time)
      implements Fact {}

  /** Something told about resources that books no usage; the time may be null for an outage. */
  record Notice(Identity identity, Kind kind, Instant time, String data) implements Fact {
    /** What the notice is about. */
    public enum Kind {
      OUTAGE,
      UTILIZATION
    }
  }

  /** How much was used, and when. */
  sealed interface Measure {
    /** Units held over a half-open span; equal ends are no usage. */
    record Span(BigDecimal gpus, Instant start, Instant end) implements Measure {
      public Span {
        if (gpus.signum() < 0 || end.isBefore(start)) {
          throw new IllegalArgumentException("a span needs gpus >= 0 and start <= end");
        }
        gpus = Decimals.normal(gpus);
      }
    }

    /** A quantity in the SKU's unit at an instant. */
    record Amount(BigDecimal quantity, Instant at) implements Measure {
      public Amount {
        if (quantity.signum() < 0) {
          throw new IllegalArgumentException("a quantity must not be negative");
        }
        quantity = Decimals.normal(quantity);
      }
    }
  }

  /** What a correction does to its event. */
  sealed interface Change {
    /** The event never counted. */
    record Voided() implements Change {}

    /** A signed quantity in the SKU's unit is added to the event. */
    record Added(BigDecimal quantity) implements Change {
      public Added {
        quantity = Decimals.normal(quantity);
      }
    }
  }
}
