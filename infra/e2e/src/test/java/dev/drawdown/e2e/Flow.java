package dev.drawdown.e2e;

import dev.drawdown.stack.Api;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A cluster that publishes through usage-ingest without a pause, and publishes again whatever was
 * not answered with success: at least once, as real ones do.
 */
final class Flow {
  private static final int ACCOUNTS = 20;
  private static final int BATCH = 250;
  private static final BigDecimal HOURS = new BigDecimal("0.01");

  private final RunningStack stack;
  private final String name;
  private final int perSecond;
  private final Thread thread;
  private final Map<String, Integer> sent = new TreeMap<>();
  private volatile boolean finishing;
  private volatile int atLeast;
  private volatile Throwable failure;
  private int count;
  private int repeated;

  Flow(RunningStack stack, String name, int perSecond) {
    this.stack = stack;
    this.name = name;
    this.perSecond = perSecond;
    for (int i = 0; i < ACCOUNTS; i++) {
      stack.account(account(i));
      if (i % 2 == 0) {
        pool(account(i));
      }
    }
    this.thread = Thread.ofPlatform().name("flow-" + name).start(this::run);
  }

  private String account(int i) {
    return "fault-%s-%02d".formatted(name, i % ACCOUNTS);
  }

  private void pool(String account) {
    Map<String, Object> body =
        Map.of(
            "account",
            account,
            "kind",
            "POOL",
            "skus",
            List.of(Map.of("sku", "fault-gpu")),
            "hours",
            "5",
            "start",
            "2026-05-01T00:00:00Z",
            "end",
            "2026-06-01T00:00:00Z");
    stack
        .operator()
        .put(stack.ledger("/v1/commitments/" + account + "-pool"), body)
        .orFail("commitment");
  }

  private void run() {
    try {
      long begun = System.nanoTime();
      while (!finishing || count < atLeast) {
        publish();
        long due = begun + count * 1_000_000_000L / perSecond;
        LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void publish() {
    List<Object> batch = new ArrayList<>();
    for (int i = count; i < count + BATCH; i++) {
      String time = "2026-05-%02dT%02d:00:00Z".formatted(1 + i % 28, i / 28 % 24);
      batch.add(Events.amount(account(i), "e" + i, "fault-gpu", HOURS.toPlainString(), time));
    }
    while (!accepted(batch)) {
      repeated += BATCH;
      LockSupport.parkNanos(200_000_000L);
    }
    for (int i = count; i < count + BATCH; i++) {
      sent.merge(account(i), 1, Integer::sum);
    }
    count += BATCH;
  }

  private boolean accepted(List<Object> batch) {
    try {
      Api.Answer answer = stack.publish(batch);
      if (answer.status() == 503) {
        return false;
      }
      return answer.orFail("publishing").path("accepted").asInt() == BATCH;
    } catch (java.io.UncheckedIOException e) {
      return false;
    }
  }

  /** Ends the flow once it has sent so many, and answers the hours that each account used. */
  Map<String, BigDecimal> finish(int events) {
    atLeast = events;
    finishing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw new AssertionError("the flow broke off", failure);
    }
    System.out.printf("  %s: %,d events, %,d sent again%n", name, count, repeated);
    Map<String, BigDecimal> hours = new TreeMap<>();
    sent.forEach((account, n) -> hours.put(account, HOURS.multiply(BigDecimal.valueOf(n))));
    return hours;
  }
}
