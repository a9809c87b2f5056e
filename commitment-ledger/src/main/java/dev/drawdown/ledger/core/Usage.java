package dev.drawdown.ledger.core;

import java.util.SortedMap;
import java.util.TreeMap;

/** Usage by slice and key. */
public final class Usage {
  private final SortedMap<Slice, SortedMap<UsageKey, Quantity>> slices = new TreeMap<>();

  public Usage add(Slice slice, UsageKey key, Quantity quantity) {
    slices.computeIfAbsent(slice, s -> new TreeMap<>()).merge(key, quantity, Quantity::plus);
    return this;
  }

  public Usage addAll(Usage other) {
    other.slices.forEach((slice, keys) -> keys.forEach((key, q) -> add(slice, key, q)));
    return this;
  }

  /** Forgets everything inside an hour. */
  public void clear(Slice hour) {
    slices
        .keySet()
        .removeIf(s -> !s.start().isBefore(hour.start()) && s.start().isBefore(hour.end()));
  }

  /** The slices, without keys whose usage is zero. */
  public SortedMap<Slice, SortedMap<UsageKey, Quantity>> bySlice() {
    SortedMap<Slice, SortedMap<UsageKey, Quantity>> used = new TreeMap<>();
    slices.forEach(
        (slice, keys) -> {
          SortedMap<UsageKey, Quantity> kept = new TreeMap<>(keys);
          kept.values().removeIf(Quantity::isZero);
          if (!kept.isEmpty()) {
            used.put(slice, kept);
          }
        });
    return used;
  }

  public java.util.Set<Slice> slices() {
    return slices.keySet();
  }
}
