package dev.drawdown.ledger.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules of drawing down once more, written to be obvious and not fast: all edges of all things
 * cut time into pieces; each piece is worked from scratch, with nothing kept but what is left.
 */
final class Oracle {
  private final Calendar calendar;
  private final List<Commitment> commitments;
  private final List<NetUsage> events;
  private final Map<String, BigDecimal> left = new HashMap<>();
  private BigDecimal drawn = BigDecimal.ZERO;
  private BigDecimal overage = BigDecimal.ZERO;
  private BigDecimal onDemand = BigDecimal.ZERO;

  Oracle(Calendar calendar, List<Commitment> commitments, List<NetUsage> events) {
    this.calendar = calendar;
    this.commitments = commitments;
    this.events = events;
    List<Instant> cuts = cuts();
    for (int i = 0; i + 1 < cuts.size(); i++) {
      work(cuts.get(i), cuts.get(i + 1));
    }
  }

  Quantity drawn() {
    return new Quantity(drawn);
  }

  Quantity overage() {
    return new Quantity(overage);
  }

  Quantity onDemand() {
    return new Quantity(onDemand);
  }

  /** Every local hour, and every beginning and end of a term or a window. */
  private List<Instant> cuts() {
    TreeSet<Instant> cuts = new TreeSet<>();
    Instant at = Instant.parse("2026-03-26T00:00:00Z");
    while (at.isBefore(Instant.parse("2026-04-12T00:00:00Z"))) {
      Slice hour = calendar.hourOf(at);
      cuts.add(hour.start());
      for (Commitment c : commitments) {
        addInside(cuts, hour, c.start());
        addInside(cuts, hour, c.end());
        for (int minute = 0; minute < 60 && c.kind() == Commitment.Kind.POOL; minute++) {
          Instant probe = hour.start().plusSeconds(minute * 60L);
          if (!probe.isBefore(c.start()) && probe.isBefore(c.end())) {
            addInside(cuts, hour, Windows.at(c, calendar, probe).end());
          }
        }
      }
      at = hour.end();
    }
    return new ArrayList<>(cuts);
  }

  private static void addInside(TreeSet<Instant> cuts, Slice hour, Instant edge) {
    if (edge.isAfter(hour.start()) && edge.isBefore(hour.end())) {
      cuts.add(edge);
    }
  }

  private void work(Instant start, Instant end) {
    TreeMap<UsageKey, BigDecimal> used = new TreeMap<>();
    for (NetUsage event : events) {
      used.merge(event.event().key(), event.between(start, end).unitSeconds(), BigDecimal::add);
    }
    List<Commitment> active = new ArrayList<>();
    for (Commitment c : commitments) {
      if (!start.isBefore(c.start()) && start.isBefore(c.end())) {
        active.add(c);
      }
    }
    active.sort(
        Comparator.comparing(Commitment::priority)
            .thenComparing(c -> c.kind().name())
            .thenComparing(c -> c.skus().size())
            .thenComparing(c -> c.regions().isEmpty() ? 1 : 0)
            .thenComparing(c -> Windows.at(c, calendar, start).end())
            .thenComparing(Commitment::start)
            .thenComparing(Commitment::id));
    used.forEach((key, amount) -> take(start, key, amount, active));
  }

  private void take(Instant start, UsageKey key, BigDecimal amount, List<Commitment> active) {
    BigDecimal rest = amount;
    boolean any = false;
    for (Commitment c : active) {
      if (!c.matches(key)) {
        continue;
      }
      any = true;
      Allowance window = Windows.at(c, calendar, start);
      String name = c.id() + " " + window.id().start();
      BigDecimal open = left.getOrDefault(name, window.granted().unitSeconds());
      BigDecimal weight = c.skus().get(key.sku());
      BigDecimal part = rest.min(open.divide(weight, 18, RoundingMode.FLOOR));
      boolean usedUp = part.compareTo(rest) < 0 && part.signum() > 0;
      left.put(name, usedUp ? BigDecimal.ZERO : open.subtract(part.multiply(weight)));
      drawn = drawn.add(part);
      rest = rest.subtract(part);
    }
    if (any) {
      overage = overage.add(rest);
    } else {
      onDemand = onDemand.add(rest);
    }
  }
}
