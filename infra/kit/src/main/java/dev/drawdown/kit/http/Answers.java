package dev.drawdown.kit.http;

import dev.drawdown.kit.Outcome;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** Turns outcomes into answers: the one place where a refusal gets its status. */
public final class Answers {
  private Answers() {}

  /** 200 with the value (201 when it is new), or the refusal's problem. */
  public static Response of(Outcome<?> outcome) {
    return switch (outcome) {
      case Outcome.Done<?> done ->
          Response.status(done.fresh() ? 201 : 200).entity(done.value()).build();
      case Outcome.Refused<?> refused -> problem(refused);
    };
  }

  private static Response problem(Outcome.Refused<?> refused) {
    return switch (refused.reason()) {
      case MALFORMED -> problem(400, "invalid-fields", refused);
      case NOT_FOUND -> problem(404, "not-found", refused);
      case CONFLICT -> problem(409, "conflict", refused);
      case RULE -> problem(422, "refused-by-rule", refused);
      case NOT_YET ->
          Response.fromResponse(problem(503, "not-yet", refused))
              .header("Retry-After", "2")
              .build();
    };
  }

  private static Response problem(int status, String slug, Outcome.Refused<?> refused) {
    return Problem.of(status, slug, refused.detail(), refused.errors(), Map.of());
  }
}
