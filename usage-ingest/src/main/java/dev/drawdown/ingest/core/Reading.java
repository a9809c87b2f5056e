package dev.drawdown.ingest.core;

import dev.drawdown.kit.Outcome.FieldError;
import java.util.List;

/** What became of one event at the door. */
public sealed interface Reading {
  /** It may be published. */
  record Accepted(CheckedEvent event) implements Reading {}

  /** It is refused; {@code id} is null when it could not be read. */
  record Rejected(String id, String subject, List<FieldError> errors) implements Reading {
    public Rejected {
      errors = List.copyOf(errors);
    }
  }
}
