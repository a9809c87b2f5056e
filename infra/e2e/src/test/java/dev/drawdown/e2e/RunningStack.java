package dev.drawdown.e2e;

import dev.drawdown.stack.Api;
import dev.drawdown.stack.Layout;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The real stack, started once for all stories on free ports, and stopped with the tests. */
final class RunningStack {
  /** Mid-June, so that the first five months of the year are closed and not too old. */
  static final Instant CLOCK = Instant.parse("2026-06-15T12:00:00Z");

  private static RunningStack instance;
  private static RuntimeException failure;

  private final Stack stack;
  private final Api operator;

  private RunningStack(Stack stack) {
    this.stack = stack;
    this.operator = new Api(stack.tokens().issue("operator", null));
  }

  static synchronized RunningStack get() {
    if (failure != null) {
      throw failure;
    }
    if (instance == null) {
      Path root = root();
      Path home = root.resolve("infra/e2e/target/stack");
      delete(home);
      Stack stack = new Stack(new Layout(root, home), Settings.free("127.0.0.1"), System.out);
      Runtime.getRuntime().addShutdownHook(new Thread(stack::down));
      start(stack);
      instance = new RunningStack(stack);
    }
    return instance;
  }

  /** A stack that did not start once is not tried again for every test. */
  private static void start(Stack stack) {
    try {
      stack.up(CLOCK);
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  static Path root() {
    return Path.of(System.getProperty("drawdown.root")).toAbsolutePath().normalize();
  }

  Stack stack() {
    return stack;
  }

  Api operator() {
    return operator;
  }

  Api as(String role, String account) {
    return new Api(stack.tokens().issue(role, account));
  }

  String ingest(String path) {
    return stack.settings().url(Settings.Port.INGEST) + path;
  }

  String ledger(String path) {
    return stack.settings().url(Settings.Port.LEDGER) + path;
  }

  String billing(String path) {
    return stack.settings().url(Settings.Port.BILLING) + path;
  }

  String alerting(String path) {
    return stack.settings().url(Settings.Port.ALERTING) + path;
  }

  /** An account in US dollars and UTC. */
  void account(String id) {
    operator
        .put(ledger("/v1/accounts/" + id), Map.of("name", id, "currency", "USD"))
        .orFail("account " + id);
  }

  /** A SKU with a list price in US dollars since 2025. */
  void priced(String sku, String unitPrice) {
    operator
        .put(billing("/v1/skus/" + sku), Map.of("unit", "GPU_HOUR", "name", sku))
        .orFail("sku " + sku);
    operator
        .put(
            billing("/v1/prices/list-" + sku),
            Map.of(
                "sku",
                sku,
                "currency",
                "USD",
                "unitPrice",
                unitPrice,
                "effectiveFrom",
                "2025-01-01T00:00:00Z"))
        .orFail("price of " + sku);
  }

  Api.Answer publish(List<?> events) {
    return operator.post(ingest("/v1/events"), "application/cloudevents-batch+json", events);
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
