package dev.drawdown.ingest.core;

import dev.drawdown.kit.Outcome.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Everything found wrong with one event. */
final class Faults {
  private final List<FieldError> all = new ArrayList<>();

  /** An empty path means the event itself. */
  void add(String path, String message) {
    all.add(new FieldError(path.isEmpty() ? "event" : path, message));
  }

  boolean none() {
    return all.isEmpty();
  }

  List<FieldError> all() {
    return all;
  }
}
