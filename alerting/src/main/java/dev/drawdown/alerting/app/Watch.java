package dev.drawdown.alerting.app;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.alerting.core.Measured;
import dev.drawdown.alerting.core.Measures;
import dev.drawdown.alerting.core.Thresholds;
import dev.drawdown.alerting.store.AlertStore;
import dev.drawdown.alerting.store.DeliveryStore;
import dev.drawdown.alerting.store.WatchStore;
import dev.drawdown.contracts.AlertRaised;
import dev.drawdown.contracts.ChargeChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Evaluates budgets inside the caller's transaction and raises what is reached, once. */
@ApplicationScoped
class Watch {
  static final String THRESHOLD = "budget.threshold";

  private final WatchStore watchStore;
  private final AlertStore alertStore;
  private final DeliveryStore deliveryStore;
  private final AskForScaleDown askForScaleDown;
  private final ServiceClock clock;

  Watch(
      WatchStore watchStore,
      AlertStore alertStore,
      DeliveryStore deliveryStore,
      AskForScaleDown askForScaleDown,
      ServiceClock clock) {
    this.watchStore = watchStore;
    this.alertStore = alertStore;
    this.deliveryStore = deliveryStore;
    this.askForScaleDown = askForScaleDown;
    this.clock = clock;
  }

  /** Takes over pictures of costs and evaluates the budgets that watch them. */
  void charges(Transaction tx, List<ChargeChanged> charges) {
    Map<String, List<Budget>> budgets =
        lockedBudgets(tx, charges.stream().map(ChargeChanged::account).toList());
    for (ChargeChanged charge : charges) {
      if (watchStore.saveCharge(tx, charge)) {
        budgets.getOrDefault(charge.account(), List.of()).stream()
            .filter(budget -> budget.metric() != Budget.Metric.COMMITMENT)
            .forEach(budget -> evaluate(tx, budget, Measures.of(budget, charge)));
      }
    }
  }

  /** Takes over the allowances that postings moved and evaluates the budgets that watch them. */
  void postings(Transaction tx, List<PostingsBooked> events) {
    Map<String, List<Budget>> budgets =
        lockedBudgets(tx, events.stream().map(PostingsBooked::account).toList());
    List<WatchStore.Moved> moved = new ArrayList<>();
    for (PostingsBooked event : events) {
      event
          .windows()
          .forEach(w -> moved.add(new WatchStore.Moved(event.account(), w, event.lastSequence())));
    }
    watchStore
        .saveAllowances(tx, moved)
        .forEach(
            (account, windows) ->
                budgets
                    .getOrDefault(account, List.of())
                    .forEach(budget -> evaluate(tx, budget, windows)));
  }

  private void evaluate(Transaction tx, Budget budget, List<PostingsBooked.Window> windows) {
    windows.stream()
        .filter(window -> window.commitment().equals(budget.commitment()))
        .forEach(window -> evaluate(tx, budget, Measures.of(window)));
  }

  /** One evaluation of an account at a time. */
  Map<String, List<Budget>> lockedBudgets(Transaction tx, List<String> accounts) {
    watchStore.lockAccounts(tx, accounts);
    return watchStore.budgets(tx, accounts);
  }

  /** Evaluates a new or changed budget against its present period. */
  void budget(Transaction tx, Budget budget) {
    Instant now = clock.now();
    if (budget.metric() == Budget.Metric.COMMITMENT) {
      watchStore
          .allowanceAt(tx, budget.account(), budget.commitment(), now)
          .ifPresent(window -> evaluate(tx, budget, Measures.of(window)));
    } else {
      watchStore
          .chargeAt(tx, budget.account(), now)
          .ifPresent(charge -> evaluate(tx, budget, Measures.of(budget, charge)));
    }
  }

  private void evaluate(Transaction tx, Budget budget, Measured measured) {
    List<BigDecimal> raised = alertStore.raised(tx, budget.id(), measured.period());
    Thresholds.toRaise(budget, measured, raised)
        .forEach(threshold -> raise(tx, budget, measured, threshold));
    if (Thresholds.asksForScaleDown(budget, measured, clock.now())) {
      askForScaleDown.handle(tx, budget, measured);
    }
  }

  private void raise(Transaction tx, Budget budget, Measured measured, BigDecimal threshold) {
    AlertRaised alert =
        new AlertRaised(
            UUID.randomUUID().toString(),
            budget.account(),
            THRESHOLD,
            budget.id(),
            measured.period(),
            threshold,
            measured.shownUsed(),
            measured.shownAmount(),
            measured.percent(),
            clock.now());
    if (alertStore.insert(tx, alert)) {
      Outbox.put(tx, List.of(new Outbox.Message(Topics.ALERT, alert.account(), Json.bytes(alert))));
      deliveryStore.enqueue(
          tx,
          alert.account(),
          alert.kind(),
          alert.id(),
          body(alert.kind(), alert.at(), alert),
          clock.real());
    }
  }

  /** A webhook's body. */
  static byte[] body(String type, Instant at, Object data) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", type);
    body.put("timestamp", at);
    body.put("data", data);
    return Json.bytes(body);
  }
}
