package dev.drawdown.stack.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import dev.drawdown.stack.Settings;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the demo shows at the end, and whether it all adds up. */
final class Report {
  private static final String MARCH = "2026-03";

  private final Api api;
  private final Settings settings;
  private final Receiver receiver;
  private final UsageStory.Script script;

  Report(Api api, Settings settings, Receiver receiver, UsageStory.Script script) {
    this.api = api;
    this.settings = settings;
    this.receiver = receiver;
    this.script = script;
  }

  boolean everyAlertIsDelivered() {
    JsonNode log = items(Settings.Port.ALERTING, "/v1/webhooks/demo-ops/deliveries?limit=1000");
    for (JsonNode delivery : log) {
      if (!delivery.path("status").asText().equals("DELIVERED")) {
        return false;
      }
    }
    return log.size() > 0;
  }

  void print(PrintStream out) {
    out.printf(
        "%nMarch 2026%n%n%-15s %-24s %10s %10s %9s %10s %10s %11s %7s%n",
        "customer",
        "contract",
        "used h",
        "drawn h",
        "over h",
        "demand h",
        "fee",
        "invoice",
        "alerts");
    for (Customer customer : Customer.all()) {
      JsonNode usage = usage(customer.id());
      JsonNode invoice = invoice(customer.id());
      out.printf(
          "%-15s %-24s %10s %10s %9s %10s %10s %11s %7d%n",
          customer.id(),
          customer.contract(),
          hours(usage, "hours"),
          hours(usage, "drawn"),
          hours(usage, "overage"),
          hours(usage, "onDemand"),
          sum(invoice, "COMMITMENT_FEE", "amount").toPlainString(),
          invoice.path("total").asText(),
          alerts(customer.id()).size());
    }
    out.println();
    for (Customer customer : Customer.all()) {
      printInvoice(out, customer);
    }
    printAlerts(out);
    printAddresses(out);
  }

  private void printInvoice(PrintStream out, Customer customer) {
    JsonNode invoice = invoice(customer.id());
    out.printf(
        "%s  %s, %s%n",
        invoice.path("number").asText(), customer.id(), invoice.path("currency").asText());
    for (JsonNode line : invoice.path("lines")) {
      out.printf(
          "    %-44s %14s %10s %12s%n",
          line.path("description").asText(),
          line.path("quantity").asText(),
          line.path("unitPrice").asText(),
          line.path("amount").asText());
    }
    out.printf("    %-44s %38s%n%n", "total", invoice.path("total").asText());
  }

  private void printAlerts(PrintStream out) {
    for (Customer customer : Customer.all()) {
      for (JsonNode alert : alerts(customer.id())) {
        out.printf(
            "alert      %-15s %-20s reached %4s %%  (%s of %s)%n",
            customer.id(),
            alert.path("budget").asText(),
            alert.path("threshold").asText(),
            alert.path("used").asText(),
            alert.path("amount").asText());
      }
    }
    for (JsonNode request : items(Settings.Port.ALERTING, "/v1/scale-down-requests?limit=1000")) {
      out.printf(
          "scale down %-15s %s/%s to %s GPUs: %s%n",
          request.path("account").asText(),
          request.path("cluster").asText(),
          request.path("workload").asText(),
          request.path("targetGpus").asText(),
          request.path("reason").asText());
    }
    out.printf("webhooks   %d delivered, every signature verified%n%n", receiver.verified().size());
  }

  private void printAddresses(PrintStream out) {
    out.printf("Invoices   %s/v1/accounts/aurora-labs/invoices%n", url(Settings.Port.BILLING));
    out.printf("Usage      %s/v1/accounts/aurora-labs/usage%n", url(Settings.Port.LEDGER));
    out.printf("Alerts     %s/v1/alerts%n", url(Settings.Port.ALERTING));
    out.printf(
        "API        %s/q/openapi (and on the other three ports)%n", url(Settings.Port.INGEST));
  }

  /** Everything that does not balance, in words. */
  List<String> differences() {
    List<String> found = new ArrayList<>();
    script
        .milliGpuSeconds()
        .forEach(
            (key, expected) -> {
              String[] parts = key.split("/");
              BigDecimal ought = BigDecimal.valueOf(expected, 3);
              BigDecimal booked = booked(parts[0], parts[1]);
              if (ought.compareTo(booked) != 0) {
                found.add("%s: published %s, booked %s unit-seconds".formatted(key, ought, booked));
              }
            });
    JsonNode all = api.get(url(Settings.Port.LEDGER) + "/v1/reconciliation").body();
    if (!all.path("balanced").asBoolean()) {
      found.add("the ledger's journal and state differ: " + all);
    }
    Customer.all().forEach(customer -> checkCustomer(customer.id(), found));
    if (!receiver.forged().isEmpty()) {
      found.add("webhooks with wrong signatures: " + receiver.forged());
    }
    return found;
  }

  private void checkCustomer(String account, List<String> found) {
    JsonNode books =
        api.get(url(Settings.Port.LEDGER) + "/v1/reconciliation?account=" + account).body();
    if (!books.path("balanced").asBoolean()) {
      found.add(account + ": the books do not follow from the facts: " + books);
    }
    JsonNode usage = usage(account);
    JsonNode invoice = invoice(account);
    Map.of("COVERED", "drawn", "OVERAGE", "overage", "ON_DEMAND", "onDemand")
        .forEach(
            (kind, field) -> {
              BigDecimal billed = sum(invoice, kind, "quantity");
              BigDecimal used = decimal(usage, field);
              // each figure is rounded to 6 decimals for people, a line at a time
              if (billed.subtract(used).abs().compareTo(new BigDecimal("0.00001")) > 0) {
                found.add(
                    "%s: %s h %s, %s h on the invoice".formatted(account, used, field, billed));
              }
            });
    BigDecimal lines = sum(invoice, "", "amount");
    if (lines.compareTo(decimal(invoice, "total")) != 0) {
      found.add("%s: the lines add up to %s".formatted(account, lines));
    }
  }

  private BigDecimal booked(String account, String sku) {
    String path = "/v1/accounts/" + account + "/usage?groupBy=sku";
    for (JsonNode row : items(Settings.Port.LEDGER, path)) {
      if (row.path("sku").asText().equals(sku)) {
        return decimal(row, "unitSeconds");
      }
    }
    return BigDecimal.ZERO;
  }

  private JsonNode usage(String account) {
    return items(Settings.Port.LEDGER, "/v1/accounts/" + account + "/usage").path(0);
  }

  private JsonNode alerts(String account) {
    return items(Settings.Port.ALERTING, "/v1/alerts?limit=1000&account=" + account);
  }

  private JsonNode invoice(String account) {
    for (JsonNode invoice : items(Settings.Port.BILLING, "/v1/accounts/" + account + "/invoices")) {
      if (invoice.path("period").path("label").asText().equals(MARCH)) {
        return invoice;
      }
    }
    return Api.JSON.missingNode();
  }

  private JsonNode items(Settings.Port port, String path) {
    return api.get(url(port) + path).orFail(path).path("items");
  }

  private String url(Settings.Port port) {
    return settings.url(port);
  }

  private static BigDecimal sum(JsonNode invoice, String kind, String field) {
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode line : invoice.path("lines")) {
      if (kind.isEmpty() || line.path("kind").asText().equals(kind)) {
        sum = sum.add(decimal(line, field));
      }
    }
    return sum;
  }

  private static BigDecimal decimal(JsonNode node, String field) {
    return new BigDecimal(node.path(field).asText("0"));
  }

  private static String hours(JsonNode usage, String field) {
    return "%,.2f".formatted(decimal(usage, field));
  }
}
