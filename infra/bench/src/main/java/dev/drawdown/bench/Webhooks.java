package dev.drawdown.bench;

import com.sun.net.httpserver.HttpServer;
import dev.drawdown.stack.Api;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import dev.drawdown.stack.StackException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** How long it takes from an event that reaches a budget until the webhook arrives. */
final class Webhooks implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Stack stack;
  private final Api api;
  private final HttpServer server;
  private final Map<String, Long> arrived = new ConcurrentHashMap<>();
  private final Map<String, Long> sent = new ConcurrentHashMap<>();

  Webhooks(Stack stack) {
    this.stack = stack;
    this.api = new Api(stack.tokens().issue("operator", null));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new StackException("cannot listen for webhooks: " + e.getMessage());
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/hook",
        exchange -> {
          long now = System.nanoTime();
          byte[] body = exchange.getRequestBody().readAllBytes();
          String account = Api.JSON.readTree(body).path("data").path("account").asText();
          arrived.putIfAbsent(account, now);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  /** Accounts with a budget of one hour each, and an endpoint that is told. */
  void prepare(int probes) {
    String alerting = stack.settings().url(Settings.Port.ALERTING);
    String ledger = stack.settings().url(Settings.Port.LEDGER);
    String url = "http://127.0.0.1:%d/hook".formatted(server.getAddress().getPort());
    api.put(
            alerting + "/v1/webhooks/bench",
            Map.of("url", url, "events", List.of("budget.threshold")))
        .orFail("webhook");
    for (int i = 0; i < probes; i++) {
      String account = account(i);
      api.put(ledger + "/v1/accounts/" + account, Map.of("name", account, "currency", "USD"))
          .orFail("account");
      Map<String, Object> budget =
          Map.of(
              "account", account, "metric", "HOURS", "amount", "1", "thresholds", List.of("100"));
      Api.Answer answer;
      Instant limit = Instant.now().plus(PATIENCE);
      do {
        answer = api.put(alerting + "/v1/budgets/" + account, budget);
      } while (answer.status() >= 400 && Instant.now().isBefore(limit));
      answer.orFail("budget");
    }
  }

  private static String account(int probe) {
    return "probe-%04d".formatted(probe);
  }

  /** Sends one probe after another, evenly spread over a time. */
  void probe(Load load, int probes, Duration over) {
    for (int i = 0; i < probes; i++) {
      String account = account(i);
      String now = Instant.now().toString();
      String event =
          """
          {"specversion":"1.0","id":"%s","source":"bench/probe","type":"dev.drawdown.usage.v1",\
          "subject":"%s","time":"%s","data":{"sku":"a100-80g","quantity":"1"}}\
          """
              .formatted(UUID.randomUUID(), account, now);
      sent.put(account, System.nanoTime());
      load.send(new BenchData.Event(account, event.getBytes(StandardCharsets.UTF_8), false));
      LockSupport.parkNanos(over.toNanos() / probes);
    }
  }

  /** Waits for the rest; what never came is a failure of the bench. */
  Latency.Percentiles result() {
    Instant limit = Instant.now().plus(PATIENCE);
    while (arrived.size() < sent.size() && Instant.now().isBefore(limit)) {
      LockSupport.parkNanos(20_000_000L);
    }
    if (arrived.size() < sent.size()) {
      throw new StackException(
          "%d of %d webhooks did not arrive".formatted(sent.size() - arrived.size(), sent.size()));
    }
    List<Long> latencies = new ArrayList<>();
    sent.forEach((account, at) -> latencies.add(arrived.get(account) - at));
    return Latency.Percentiles.of(latencies);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
