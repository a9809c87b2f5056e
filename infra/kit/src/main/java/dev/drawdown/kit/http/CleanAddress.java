package dev.drawdown.kit.http;

import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome.FieldError;
import dev.drawdown.kit.Texts;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses control characters in paths and queries, which no name of ours has. */
public class CleanAddress {
  private static final int MAX_CHARACTERS = 4_000;

  @ServerRequestFilter
  Response filter(ContainerRequestContext request) {
    try {
      Texts.upTo(MAX_CHARACTERS, request.getUriInfo().getPath(true));
      MultivaluedMap<String, String> query = request.getUriInfo().getQueryParameters(true);
      for (List<String> values : query.values()) {
        for (String value : values) {
          Texts.upTo(MAX_CHARACTERS, value);
        }
      }
      return null;
    } catch (InvalidValue e) {
      FieldError error = new FieldError("address", e.getMessage());
      return Problem.of(
          400, "invalid-fields", "The address " + e.getMessage() + ".", List.of(error), Map.of());
    }
  }
}
