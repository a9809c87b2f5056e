package dev.drawdown.stack.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import dev.drawdown.stack.StackException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A month of three customers, from their clusters' events to invoices, alerts and webhooks. */
public final class Demo {
  private static final long SEED = 20260301;
  private static final int BATCH = 500;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Instant LAST_EVENING = Instant.parse("2026-03-31T20:00:30Z");
  private static final Instant NEXT_MORNING = Instant.parse("2026-04-01T06:00:00Z");

  private final Stack stack;
  private final Api api;
  private final PrintStream out;
  private final Receiver receiver;

  public Demo(Stack stack, PrintStream out) {
    this.stack = stack;
    this.api = new Api(stack.tokens().issue("operator", null));
    this.out = out;
    this.receiver = new Receiver();
  }

  /** Plays the month and checks the books; returns what did not balance, empty when all did. */
  public List<String> run() {
    UsageStory.Script script = UsageStory.script(SEED);
    out.println("Starting the stack on the last evening of March 2026 ...");
    stack.up(LAST_EVENING);
    setUp();
    out.printf(
        "%nPublishing %,d usage events (%,d late ones and a correction follow; %d pods never"
            + " ran)%n",
        script.onTime().size(), script.late().size(), script.neverRan());
    publish(script.onTime());
    awaitBooked(script.onTime());
    awaitScaleDowns();
    out.println("The month turns: the services start again on 1 April, nothing may get lost ...");
    stack.stopServices();
    stack.up(NEXT_MORNING);
    publish(script.late());
    publish(script.corrections());
    awaitBooked(script.late());
    awaitBooked(script.corrections());
    Customer.all().forEach(customer -> finalise(customer.id()));
    Report report = new Report(api, stack.settings(), receiver, script);
    awaitTrue(report::everyAlertIsDelivered, "webhooks did not all arrive");
    report.print(out);
    return report.differences();
  }

  private void setUp() {
    String billing = url(Settings.Port.BILLING);
    Map.of("a100-80g", "4.50", "h100-sxm", "8.25", "l40s", "1.80")
        .forEach(
            (sku, price) -> {
              put(billing + "/v1/skus/" + sku, Map.of("unit", "GPU_HOUR", "name", sku));
              put(
                  billing + "/v1/prices/list-" + sku,
                  Map.of(
                      "sku",
                      sku,
                      "currency",
                      "USD",
                      "unitPrice",
                      price,
                      "effectiveFrom",
                      "2025-01-01T00:00:00Z"));
            });
    for (Customer customer : Customer.all()) {
      String ledger = url(Settings.Port.LEDGER);
      put(ledger + "/v1/accounts/" + customer.id(), customer.account());
      customer.commitments().forEach((id, c) -> put(ledger + "/v1/commitments/" + id, c));
      customer
          .budgets()
          .forEach((id, b) -> put(url(Settings.Port.ALERTING) + "/v1/budgets/" + id, b));
    }
    String hook = url(Settings.Port.ALERTING) + "/v1/webhooks/demo-ops";
    put(
        hook,
        Map.of(
            "url", receiver.url(), "events", List.of("budget.threshold", "scale-down.requested")));
    // a secret is told once; a demo that runs again asks for a new one
    receiver.trust(api.post(hook + "/rotate", Map.of()).orFail("rotating").path("secret").asText());
  }

  private void publish(List<Map<String, Object>> events) {
    for (int from = 0; from < events.size(); from += BATCH) {
      List<Map<String, Object>> batch = events.subList(from, Math.min(from + BATCH, events.size()));
      JsonNode answer =
          api.post(
                  url(Settings.Port.INGEST) + "/v1/events",
                  "application/cloudevents-batch+json",
                  batch)
              .orFail("publishing");
      if (answer.path("accepted").asInt() != batch.size()) {
        throw new StackException("events were refused: " + answer.path("rejected"));
      }
    }
    out.printf("  %,d events accepted%n", events.size());
  }

  /** An account's events are booked in order, so each account's last receipt stands for all. */
  private void awaitBooked(List<Map<String, Object>> events) {
    for (Customer customer : Customer.all()) {
      events.stream()
          .filter(event -> event.get("subject").equals(customer.id()))
          .reduce((first, second) -> second)
          .ifPresent(
              last ->
                  awaitTrue(
                      () -> api.get(receipt(last)).status() == 200,
                      "an event of " + customer.id() + " was not booked"));
    }
  }

  private String receipt(Map<String, Object> event) {
    return "%s/v1/receipts?account=%s&source=%s&id=%s"
        .formatted(
            url(Settings.Port.LEDGER), event.get("subject"), event.get("source"), event.get("id"));
  }

  private void awaitScaleDowns() {
    String url = url(Settings.Port.ALERTING) + "/v1/scale-down-requests";
    awaitTrue(() -> api.get(url).body().path("items").size() >= 2, "no scale-down was requested");
  }

  private void finalise(String account) {
    String url = url(Settings.Port.BILLING) + "/v1/accounts/" + account + "/invoices";
    api.post(url, Map.of("period", "2026-03")).orFail("finalising March of " + account);
  }

  private void put(String url, Map<String, Object> body) {
    api.put(url, body).orFail("setting up " + url);
  }

  private String url(Settings.Port port) {
    return stack.settings().url(port);
  }

  private static void awaitTrue(BooleanSupplier condition, String otherwise) {
    Instant limit = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(limit)) {
        throw new StackException(otherwise + " within " + PATIENCE.toSeconds() + " s");
      }
      LockSupport.parkNanos(100_000_000L);
    }
  }
}
