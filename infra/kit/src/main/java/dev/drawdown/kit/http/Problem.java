package dev.drawdown.kit.http;

import dev.drawdown.kit.Outcome;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An RFC 9457 problem, the body of every answer that is not a success. */
public final class Problem {
  public static final String MEDIA_TYPE = "application/problem+json";
  private static final String TYPES = "https://drawdown.dev/problems/";

  private Problem() {}

  public static Response of(int status, String slug, String detail) {
    return of(status, slug, detail, List.of(), Map.of());
  }

  /**
   * Builds the answer.
   *
   * @param slug names the problem in docs/PROBLEMS.md
   * @param more further members of the body
   */
  public static Response of(
      int status,
      String slug,
      String detail,
      List<Outcome.FieldError> errors,
      Map<String, ?> more) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", TYPES + slug);
    body.put("title", title(slug));
    body.put("status", status);
    body.put("detail", detail);
    if (!errors.isEmpty()) {
      body.put("errors", errors);
    }
    body.putAll(more);
    return Response.status(status).type(MEDIA_TYPE).entity(body).build();
  }

  /** "too-far-ahead" becomes "Too far ahead". */
  private static String title(String slug) {
    String words = slug.replace('-', ' ');
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
