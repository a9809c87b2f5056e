package dev.drawdown.ingest.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.drawdown.ingest.core.Reading;
import dev.drawdown.kit.Outcome.FieldError;
import java.util.ArrayList;
import java.util.List;

/** A refused event, by its place in the batch. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Rejected(int index, String id, List<FieldError> errors) {
  static List<Rejected> of(List<Reading> readings) {
    List<Rejected> rejected = new ArrayList<>();
    for (int i = 0; i < readings.size(); i++) {
      if (readings.get(i) instanceof Reading.Rejected r) {
        rejected.add(new Rejected(i, r.id(), r.errors()));
      }
    }
    return rejected;
  }
}
