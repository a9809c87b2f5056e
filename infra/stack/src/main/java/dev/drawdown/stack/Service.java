package dev.drawdown.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of the four services, run from its build. */
public final class Service {
  /** Which service, where it is built, where it listens and how much heap it may use. */
  public enum Name {
    USAGE_INGEST("usage-ingest", Settings.Port.INGEST, "192m", Commands.quickToStart()),
    // room for what a burst makes, so that none of it has to be moved to the old
    COMMITMENT_LEDGER(
        "commitment-ledger",
        Settings.Port.LEDGER,
        "448m",
        Commands.quickWhenHot("-Xmn256m", "-XX:SurvivorRatio=3")),
    BILLING_ENGINE("billing-engine", Settings.Port.BILLING, "320m", Commands.quickWhenHot()),
    ALERTING("alerting", Settings.Port.ALERTING, "192m", Commands.quickToStart());

    private final String module;
    private final Settings.Port port;
    private final String heap;
    private final List<String> options;

    Name(String module, Settings.Port port, String heap, List<String> options) {
      this.module = module;
      this.port = port;
      this.heap = heap;
      this.options = options;
    }

    public String module() {
      return module;
    }
  }

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final Name name;
  private final Layout layout;
  private final Settings settings;
  private final ServerProcess process;

  public Service(Name name, Layout layout, Settings settings) {
    this.name = name;
    this.layout = layout;
    this.settings = settings;
    this.process = new ServerProcess(layout, name.module);
  }

  public ServerProcess process() {
    return process;
  }

  public String url() {
    return settings.url(name.port);
  }

  public Settings.Port port() {
    return name.port;
  }

  public void start(Map<String, String> environment) {
    Path jar = layout.root().resolve(name.module).resolve("target/quarkus-app/quarkus-run.jar");
    if (!Files.exists(jar)) {
      throw new StackException("not built: " + jar + "; run ./mvnw package -DskipTests");
    }
    List<String> options = new ArrayList<>(name.options);
    options.addAll(
        List.of(
            "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
            "-Dquarkus.http.host=127.0.0.1",
            "-Dquarkus.http.port=" + settings.port(name.port)));
    process.start(Commands.java(name.heap, options, List.of("-jar", jar.toString())), environment);
  }

  public boolean isReady() {
    try {
      HttpRequest get =
          HttpRequest.newBuilder(URI.create(url() + "/q/health/ready"))
              .timeout(Duration.ofSeconds(3))
              .build();
      return HTTP.send(get, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
