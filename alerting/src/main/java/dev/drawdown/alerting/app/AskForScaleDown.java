package dev.drawdown.alerting.app;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.alerting.core.Measured;
import dev.drawdown.alerting.store.AlertStore;
import dev.drawdown.alerting.store.DeliveryStore;
import dev.drawdown.alerting.store.WatchStore;
import dev.drawdown.contracts.ScaleDownRequested;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Asks a cluster to scale a workload down, once for each period of a budget. A workload with
 * reserved usage in its last hour is not asked down; the request is listed as withdrawn, with the
 * reason, and goes nowhere.
 */
@ApplicationScoped
class AskForScaleDown {
  static final String REQUESTED = "scale-down.requested";
  private static final Duration TIME_TO_ACT = Duration.ofMinutes(15);

  private final AlertStore alertStore;
  private final WatchStore watchStore;
  private final DeliveryStore deliveryStore;
  private final ServiceClock clock;

  AskForScaleDown(
      AlertStore alertStore,
      WatchStore watchStore,
      DeliveryStore deliveryStore,
      ServiceClock clock) {
    this.alertStore = alertStore;
    this.watchStore = watchStore;
    this.deliveryStore = deliveryStore;
    this.clock = clock;
  }

  void handle(Transaction tx, Budget budget, Measured measured) {
    Budget.ScaleDown policy = budget.scaleDown();
    boolean reserved = watchStore.isReserved(tx, budget.account(), policy.workload());
    String reason =
        "budget %s is used to %s %%".formatted(budget.id(), measured.percent().toPlainString());
    ScaleDownRequested request =
        new ScaleDownRequested(
            UUID.randomUUID().toString(),
            budget.account(),
            budget.id(),
            measured.period(),
            policy.cluster(),
            policy.workload(),
            policy.targetGpus(),
            policy.floorGpus(),
            reserved ? reason + ", but the workload has reserved usage" : reason,
            clock.now().plus(TIME_TO_ACT),
            alertStore.nextSequence(tx, budget.account(), policy.cluster(), policy.workload()),
            reserved ? "WITHDRAWN" : "OPEN",
            policy.dryRun());
    alertStore.escalateOverdue(
        tx, budget.account(), policy.cluster(), policy.workload(), clock.now());
    if (alertStore.insert(tx, request) && !reserved) {
      Outbox.put(
          tx,
          List.of(new Outbox.Message(Topics.SCALE_DOWN, request.account(), Json.bytes(request))));
      deliveryStore.enqueue(
          tx,
          request.account(),
          REQUESTED,
          request.id(),
          Watch.body(REQUESTED, clock.now(), request),
          clock.real());
    }
  }
}
