package dev.drawdown.kit.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.drawdown.kit.Outcome.FieldError;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.io.CharConversionException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Problems for whatever is thrown on the way to or out of an endpoint. */
public class ProblemMappers {
  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  @ServerExceptionMapper(priority = 1)
  Response unauthorized(UnauthorizedException e) {
    return challenge("A valid bearer token is needed.");
  }

  @ServerExceptionMapper(priority = 1)
  Response authenticationFailed(AuthenticationFailedException e) {
    return challenge("The bearer token is not valid.");
  }

  @ServerExceptionMapper(priority = 1)
  Response forbidden(ForbiddenException e) {
    return Problem.of(403, "forbidden", "The token does not allow this.");
  }

  @ServerExceptionMapper(priority = 1)
  Response unreadable(JsonProcessingException e) {
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      FieldError error = new FieldError(path(mapping), mapping.getOriginalMessage());
      return Problem.of(
          400, "invalid-fields", "Some fields are not valid.", List.of(error), Map.of());
    }
    return Problem.of(
        400, "malformed-json", "The body is not valid JSON: " + e.getOriginalMessage());
  }

  @ServerExceptionMapper(priority = 1)
  Response undecodable(CharConversionException e) {
    return Problem.of(400, "malformed-json", "The body is not valid JSON: " + e.getMessage());
  }

  @ServerExceptionMapper
  Response http(WebApplicationException e) {
    Response response = e.getResponse();
    if (response.getStatus() < 400 || response.hasEntity()) {
      return response;
    }
    if (e.getCause() instanceof JsonProcessingException json) {
      return unreadable(json);
    }
    return switch (response.getStatus()) {
      case 404 -> Problem.of(404, "not-found", "There is nothing at this address.");
      case 405 -> Problem.of(405, "method-not-allowed", "This address has no such method.");
      case 406 -> Problem.of(406, "not-acceptable", "This is not available in an accepted type.");
      case 413 -> Problem.of(413, "too-large", "The body is larger than allowed.");
      case 415 -> Problem.of(415, "unsupported-media-type", "The body's type is not taken here.");
      default -> Problem.of(response.getStatus(), "http-" + response.getStatus(), e.getMessage());
    };
  }

  @ServerExceptionMapper
  Response fault(RuntimeException e) {
    LOG.error("a request failed", e);
    return Response.fromResponse(
            Problem.of(503, "unavailable", "Something this needs is not available; try again."))
        .header("Retry-After", "5")
        .build();
  }

  private static Response challenge(String detail) {
    return Response.fromResponse(Problem.of(401, "unauthorized", detail))
        .header("WWW-Authenticate", "Bearer")
        .build();
  }

  private static String path(JsonMappingException e) {
    return e.getPath().stream()
        .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : "." + r.getFieldName())
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }
}
