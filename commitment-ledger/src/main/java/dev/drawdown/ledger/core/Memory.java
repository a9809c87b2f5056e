package dev.drawdown.ledger.core;

import java.time.Duration;
import java.time.Instant;

/** How long identities are remembered, and so how old new usage may be. */
public record Memory(Duration length) {
  /** Whether usage ended so long ago that a clean-up might have forgotten its identity. */
  public boolean isTooOld(Fact fact, Instant now) {
    if (!(fact instanceof Fact.Usage usage)) {
      return false;
    }
    Instant end =
        switch (usage.measure()) {
          case Fact.Measure.Span span -> span.end();
          case Fact.Measure.Amount amount -> amount.at();
        };
    return end.isBefore(now.minus(length));
  }
}
