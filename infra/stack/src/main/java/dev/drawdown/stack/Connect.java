package dev.drawdown.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Kafka Connect with one Debezium outbox connector for each database. */
public final class Connect {
  static final List<String> CONNECTORS =
      List.of("ledger-outbox", "billing-outbox", "alerting-outbox");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Layout layout;
  private final Settings settings;
  private final ServerProcess process;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  public Connect(Layout layout, Settings settings) {
    this.layout = layout;
    this.settings = settings;
    this.process = new ServerProcess(layout, "connect");
  }

  public ServerProcess process() {
    return process;
  }

  public void start() {
    process.start(
        Commands.java(
            "320m",
            Commands.quickWhenHot(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.showDateTime=true"),
            List.of(
                "-cp",
                layout.classPath(),
                ConnectNode.class.getName(),
                writeSettings().toString())),
        Map.of(
            "DRAWDOWN_POSTGRES_HOST", "127.0.0.1",
            "DRAWDOWN_POSTGRES_PORT", Integer.toString(settings.port(Settings.Port.POSTGRES)),
            "DRAWDOWN_POSTGRES_PASSWORD", "drawdown"));
  }

  public boolean isReady() {
    return get("/connectors").isArray();
  }

  /** Registers the connectors from the files that docker-compose uses too. */
  public void registerConnectors() {
    for (String name : CONNECTORS) {
      try {
        Path file = layout.infra("connect/" + name + ".json");
        String config = JSON.readTree(Files.readString(file)).get("config").toString();
        HttpRequest put =
            request("/connectors/" + name + "/config")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(config))
                .build();
        HttpResponse<String> answer = http.send(put, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300 && answer.statusCode() != 409) {
          throw new StackException("connector " + name + " refused: " + answer.body());
        }
        restartFailed(name);
      } catch (IOException e) {
        throw new StackException("cannot register " + name + ": " + e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StackException("interrupted");
      }
    }
  }

  /** Has connectors whose task gave up, such as after a long absence of the database, try again. */
  private void restartFailed(String name) throws IOException, InterruptedException {
    HttpRequest restart =
        request("/connectors/" + name + "/restart?includeTasks=true&onlyFailed=true")
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    http.send(restart, HttpResponse.BodyHandlers.discarding());
  }

  /** Whether every connector and its task run. */
  public boolean connectorsRun() {
    return CONNECTORS.stream().allMatch(this::runs);
  }

  private boolean runs(String name) {
    JsonNode status = get("/connectors/" + name + "/status");
    JsonNode tasks = status.path("tasks");
    return "RUNNING".equals(status.path("connector").path("state").asText())
        && tasks.size() == 1
        && "RUNNING".equals(tasks.get(0).path("state").asText());
  }

  private JsonNode get(String path) {
    try {
      HttpRequest get = request(path).GET().build();
      return JSON.readTree(http.send(get, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return JSON.missingNode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return JSON.missingNode();
    }
  }

  private HttpRequest.Builder request(String path) {
    URI uri = URI.create(settings.url(Settings.Port.CONNECT) + path);
    return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
  }

  private Path writeSettings() {
    try {
      String shared = Files.readString(layout.infra("connect/worker.properties"));
      String own =
          """
          bootstrap.servers=%s
          listeners=http://127.0.0.1:%d
          rest.advertised.host.name=127.0.0.1
          """
              .formatted(settings.bootstrap(), settings.port(Settings.Port.CONNECT));
      return Kafka.write(layout.config("connect.properties"), shared + own);
    } catch (IOException e) {
      throw new StackException("cannot read the worker's settings: " + e.getMessage());
    }
  }
}
