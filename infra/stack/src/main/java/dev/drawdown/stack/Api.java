package dev.drawdown.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The HTTP interfaces of the four services, called with one token. */
public final class Api {
  public static final ObjectMapper JSON = new ObjectMapper();
  private static final String JSON_TYPE = "application/json";

  /** What a service answered. */
  public record Answer(int status, JsonNode body) {
    /** The body of a success; fails with the problem otherwise. */
    public JsonNode orFail(String what) {
      if (status >= 300) {
        throw new StackException("%s failed with %d: %s".formatted(what, status, body));
      }
      return body;
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final String token;

  public Api(String token) {
    this.token = token;
  }

  public Answer get(String url) {
    return send(request(url).GET());
  }

  public Answer put(String url, Object body) {
    return send(request(url).header("Content-Type", JSON_TYPE).PUT(json(body)));
  }

  public Answer post(String url, Object body) {
    return post(url, JSON_TYPE, body);
  }

  public Answer post(String url, String type, Object body) {
    return send(request(url).header("Content-Type", type).POST(json(body)));
  }

  private HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + token)
        .header("Accept", JSON_TYPE);
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      JsonNode body = answer.body().length == 0 ? JSON.nullNode() : JSON.readTree(answer.body());
      return new Answer(answer.statusCode(), body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("interrupted");
    }
  }

  private static BodyPublisher json(Object body) {
    try {
      return BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
