package dev.drawdown.alerting.http;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A budget as an operator sends it; decimals as text or number. */
public record BudgetBody(
    String account,
    String metric,
    String amount,
    String commitment,
    String sku,
    String label,
    String includes,
    List<String> thresholds,
    Boolean forecast,
    ScaleDown scaleDown) {
  private static final int MAX_THRESHOLDS = 20;

  /** What to ask of a cluster, and from which percent on. */
  public record ScaleDown(
      String atPercent,
      String cluster,
      String workload,
      String targetGpus,
      String floorGpus,
      Boolean dryRun) {}

  Outcome<Budget> read(String budgetId) {
    Fields f = new Fields();
    String id = f.required("id", budgetId, Texts::id);
    String owner = f.required("account", account, Texts::slug);
    Budget.Metric measure = f.required("metric", metric, Fields.oneOf(Budget.Metric.class));
    boolean ofCommitment = measure == Budget.Metric.COMMITMENT;
    BigDecimal limit = f.optional("amount", amount, null, t -> Decimals.normal(Fields.positive(t)));
    String watched = f.optional("commitment", commitment, null, Texts::id);
    f.require(ofCommitment || amount != null, "amount", "is required");
    f.require(!ofCommitment || amount == null, "amount", "belongs to COST and HOURS");
    f.require(!ofCommitment || commitment != null, "commitment", "is required");
    f.require(ofCommitment || commitment == null, "commitment", "belongs to COMMITMENT");
    f.require(label == null, "label", "budgets by label are not available");
    Budget.Includes costs =
        f.optional(
            "includes", includes, Budget.Includes.USAGE, Fields.oneOf(Budget.Includes.class));
    List<BigDecimal> percents = thresholds(f);
    Budget.ScaleDown policy = scaleDown(f);
    String only = f.optional("sku", sku, null, Texts::id);
    if (!f.areValid()) {
      return f.refusal();
    }
    boolean warnsAhead = forecast != null && forecast;
    return Outcome.done(
        new Budget(id, owner, measure, limit, watched, only, costs, percents, warnsAhead, policy));
  }

  private List<BigDecimal> thresholds(Fields f) {
    if (thresholds == null) {
      return List.of(BigDecimal.valueOf(100));
    }
    f.require(
        !thresholds.isEmpty() && thresholds.size() <= MAX_THRESHOLDS,
        "thresholds",
        "must hold 1 to 20 percents");
    List<BigDecimal> read = new ArrayList<>();
    for (int i = 0; i < thresholds.size(); i++) {
      String field = "thresholds[" + i + "]";
      BigDecimal percent =
          f.required(field, thresholds.get(i), t -> Decimals.normal(Fields.positive(t)));
      f.require(percent == null || !read.contains(percent), field, "is named twice");
      read.add(percent);
    }
    return f.areValid() ? read.stream().sorted().toList() : List.of();
  }

  private Budget.ScaleDown scaleDown(Fields f) {
    if (scaleDown == null) {
      return null;
    }
    BigDecimal target =
        f.required("scaleDown.targetGpus", scaleDown.targetGpus, Fields::notNegative);
    BigDecimal floor =
        f.optional(
            "scaleDown.floorGpus", scaleDown.floorGpus, BigDecimal.ZERO, Fields::notNegative);
    if (target != null && floor != null) {
      f.require(
          target.compareTo(floor) >= 0, "scaleDown.targetGpus", "must not be below floorGpus");
    }
    return new Budget.ScaleDown(
        f.optional(
            "scaleDown.atPercent", scaleDown.atPercent, BigDecimal.valueOf(100), Fields::positive),
        f.required("scaleDown.cluster", scaleDown.cluster, Texts::id),
        f.required("scaleDown.workload", scaleDown.workload, Texts::id),
        target,
        floor,
        scaleDown.dryRun != null && scaleDown.dryRun);
  }
}
