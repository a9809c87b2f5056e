package dev.drawdown.ledger.core;

import dev.drawdown.ledger.core.Fact.Measure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What an event counts for once its corrections are taken into account, as a function of time.
 *
 * <p>{@link #upTo} depends on nothing but the instant, so usage cut into slices adds up to the same
 * total however it is cut.
 */
public record NetUsage(Fact.Usage event, Quantity adjustment, List<Verdict> verdicts) {
  private static final Comparator<Fact.Correction> ORDER =
      Comparator.comparing(Fact.Correction::time)
          .thenComparing(c -> c.identity().source())
          .thenComparing(c -> c.identity().id());

  /** Whether a correction counted; refused when it would have taken the net below zero. */
  public record Verdict(Fact.Correction correction, boolean applied) {}

  /** The event with its corrections, which count in the order of their time, source and id. */
  public static NetUsage of(Fact.Usage event, List<Fact.Correction> corrections) {
    if (corrections.isEmpty()) {
      return new NetUsage(event, Quantity.ZERO, List.of());
    }
    Quantity gross = gross(event.measure());
    Quantity net = gross;
    List<Verdict> verdicts = new ArrayList<>();
    for (Fact.Correction correction : corrections.stream().sorted(ORDER).toList()) {
      Quantity corrected =
          switch (correction.change()) {
            case Fact.Change.Voided voided -> Quantity.ZERO;
            case Fact.Change.Added added -> net.plus(Quantity.ofHours(added.quantity()));
          };
      verdicts.add(new Verdict(correction, !corrected.isNegative()));
      net = corrected.isNegative() ? net : corrected;
    }
    return new NetUsage(event, net.minus(gross), List.copyOf(verdicts));
  }

  public Quantity total() {
    return gross(event.measure()).plus(adjustment);
  }

  /** First instant of the usage. */
  public Instant start() {
    return switch (event.measure()) {
      case Measure.Span span -> span.start();
      case Measure.Amount amount -> amount.at();
    };
  }

  /** First instant after the usage; a quantity occupies the microsecond of its instant. */
  public Instant end() {
    return switch (event.measure()) {
      case Measure.Span span when span.start().isBefore(span.end()) -> span.end();
      case Measure.Span span -> span.start().plusNanos(1_000);
      case Measure.Amount amount -> amount.at().plusNanos(1_000);
    };
  }

  /** Usage in {@code [start, end)}. */
  public Quantity between(Instant start, Instant end) {
    if (!start.isAfter(start()) && !end.isBefore(end())) {
      return total();
    }
    return upTo(end).minus(upTo(start));
  }

  /** Usage before an instant: nothing before the start, all of it at the end and later. */
  Quantity upTo(Instant instant) {
    if (!instant.isAfter(start())) {
      return Quantity.ZERO;
    }
    if (!instant.isBefore(end())) {
      return total();
    }
    Measure.Span span = (Measure.Span) event.measure();
    Quantity used = Quantity.held(span.gpus(), span.start(), instant);
    return adjustment.isZero() ? used : used.plus(adjustmentUpTo(span, instant));
  }

  private Quantity adjustmentUpTo(Measure.Span span, Instant instant) {
    BigDecimal elapsed = Quantity.seconds(span.start(), instant);
    BigDecimal whole = Quantity.seconds(span.start(), span.end());
    return new Quantity(
        adjustment
            .unitSeconds()
            .multiply(elapsed)
            .divide(whole, Quantity.SCALE, RoundingMode.DOWN));
  }

  private static Quantity gross(Measure measure) {
    return switch (measure) {
      case Measure.Span span -> Quantity.held(span.gpus(), span.start(), span.end());
      case Measure.Amount amount -> Quantity.ofHours(amount.quantity());
    };
  }
}
