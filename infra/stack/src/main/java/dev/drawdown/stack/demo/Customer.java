package dev.drawdown.stack.demo;

import java.util.List;
import java.util.Map;

/**
 * A customer of the demo: its account, what it has committed to, and what is watched.
 *
 * @param contract in words, for the table
 * @param commitments by id; empty for a customer on demand
 */
record Customer(
    String id,
    String contract,
    Map<String, Object> account,
    Map<String, Map<String, Object>> commitments,
    Map<String, Map<String, Object>> budgets) {

  static List<Customer> all() {
    return List.of(capacity(), pool(), onDemand());
  }

  private static Customer capacity() {
    Map<String, Object> commitment =
        Map.of(
            "account", "aurora-labs",
            "kind", "CAPACITY",
            "skus", List.of(Map.of("sku", "a100-80g")),
            "gpus", "4",
            "start", "2026-01-01T05:00:00Z",
            "term", "P1Y",
            "isolation", "dedicated",
            "fee", Map.of("amount", "8000.00", "per", "MONTH"),
            "overage",
                List.of(
                    Map.of("upToHours", "100", "discountPercent", "10"),
                    Map.of("discountPercent", "5")),
            "sla",
                Map.of(
                    "availabilityPercent",
                    "99.9",
                    "credits",
                    List.of(Map.of("belowPercent", "99.9", "creditPercent", "10"))));
    return new Customer(
        "aurora-labs",
        "4 x a100-80g for a year",
        account("Aurora Labs", "America/New_York", "0"),
        Map.of("aurora-a100", commitment),
        Map.of(
            "aurora-overage",
            Map.of(
                "account", "aurora-labs",
                "metric", "COST",
                "amount", "750",
                "thresholds", List.of("50", "80", "100"),
                "scaleDown", scaleDown("us-east-1/train", "sweep", "2"))));
  }

  private static Customer pool() {
    Map<String, Object> commitment =
        Map.of(
            "account", "borealis-ai",
            "kind", "POOL",
            "skus",
                List.of(
                    Map.of("sku", "h100-sxm", "weight", "2.5"),
                    Map.of("sku", "a100-80g", "weight", "1")),
            "hours", "1200",
            "window", "CALENDAR_MONTH",
            "start", "2025-12-31T23:00:00Z",
            "term", "P1Y",
            "fee", Map.of("amount", "3000.00", "per", "MONTH"),
            "overage", List.of(Map.of("discountPercent", "15")));
    return new Customer(
        "borealis-ai",
        "pool of 1,200 h a month",
        account("Borealis AI", "Europe/Berlin", "19"),
        Map.of("borealis-pool", commitment),
        Map.of(
            "borealis-pool-used",
            Map.of(
                "account", "borealis-ai",
                "metric", "COMMITMENT",
                "commitment", "borealis-pool",
                "thresholds", List.of("50", "80", "100"))));
  }

  private static Customer onDemand() {
    return new Customer(
        "cirrus-startup",
        "on demand",
        account("Cirrus Startup", "UTC", "0"),
        Map.of(),
        Map.of(
            "cirrus-spend",
            Map.of(
                "account", "cirrus-startup",
                "metric", "COST",
                "amount", "800",
                "thresholds", List.of("80", "100"),
                "scaleDown", scaleDown("eu-west-1/batch", "render", "0"))));
  }

  private static Map<String, Object> account(String name, String zone, String tax) {
    return Map.of("name", name, "currency", "USD", "timeZone", zone, "taxPercent", tax);
  }

  private static Map<String, Object> scaleDown(String cluster, String workload, String target) {
    return Map.of(
        "atPercent", "100",
        "cluster", cluster,
        "workload", workload,
        "targetGpus", target,
        "floorGpus", "0");
  }
}
