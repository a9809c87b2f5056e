package dev.drawdown.stack.demo;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A month of GPU usage from one seed, in the shape of real traces: many short fractional pods, few
 * long jobs that hold most of the hours, bursts, failed pods that ran and pending ones that never
 * did; published by the hour, some twice, some late, none in order.
 */
final class UsageStory {
  /** The month, in UTC; the customers' own months begin within hours of it. */
  static final Instant MONTH_START = Instant.parse("2026-03-01T06:00:00Z");

  static final Instant MONTH_END = Instant.parse("2026-03-31T20:00:00Z");
  private static final int DUPLICATES_IN = 40;
  private static final int LATE_IN = 50;

  /**
   * What is published, and what it comes to.
   *
   * @param onTime in the order of publishing, with duplicates
   * @param late published after the month has turned
   * @param corrections published last
   * @param milliGpuSeconds what the books must hold for an account and SKU in the end
   */
  record Script(
      List<Map<String, Object>> onTime,
      List<Map<String, Object>> late,
      List<Map<String, Object>> corrections,
      Map<String, Long> milliGpuSeconds,
      int neverRan) {}

  private final Random random;
  private final List<Map<String, Object>> events = new ArrayList<>();
  private final Map<String, Long> expected = new LinkedHashMap<>();
  private int pods;
  private int neverRan;

  private UsageStory(long seed) {
    this.random = new Random(seed);
  }

  static Script script(long seed) {
    UsageStory story = new UsageStory(seed);
    story.aurora();
    story.borealis();
    story.cirrus();
    return story.publish();
  }

  private void aurora() {
    // two long trainings fill most of the four committed GPUs, a sweep bursts beyond them
    pod("aurora-labs", "a100-80g", 2000, at(0), Duration.ofHours(690), "reserved", "train");
    pod("aurora-labs", "a100-80g", 1000, at(40), Duration.ofHours(500), "reserved", "train");
    for (int i = 0; i < 60; i++) {
      pod(
          "aurora-labs",
          "a100-80g",
          fraction(),
          anywhere(),
          minutes(10, 600),
          "elastic",
          "notebook");
    }
    for (int i = 0; i < 24; i++) {
      pod("aurora-labs", "a100-80g", 4000, at(480 + i * 9), minutes(90, 420), "elastic", "sweep");
    }
  }

  private void borealis() {
    pod("borealis-ai", "h100-sxm", 1000, at(12), Duration.ofHours(400), "reserved", "serve");
    for (int i = 0; i < 120; i++) {
      pod("borealis-ai", "a100-80g", fraction(), anywhere(), minutes(5, 480), "elastic", "eval");
    }
    for (int i = 0; i < 14; i++) {
      pod("borealis-ai", "h100-sxm", 2000, at(200 + i * 30), minutes(60, 500), "elastic", "tune");
    }
  }

  private void cirrus() {
    for (int i = 0; i < 90; i++) {
      pod("cirrus-startup", "l40s", 1000, anywhere(), minutes(20, 900), "elastic", "render");
    }
  }

  private void pod(
      String account,
      String sku,
      long milliGpus,
      Instant start,
      Duration length,
      String usageClass,
      String workload) {
    pods++;
    if (random.nextInt(12) == 0) {
      neverRan++; // pending until it was deleted: nothing to publish, nothing to pay
      return;
    }
    Duration ran = random.nextInt(8) == 0 ? length.dividedBy(6) : length; // some fail early
    Instant end = min(start.plusMillis(ran.toMillis() / 1000 * 1000), MONTH_END);
    int hour = 0;
    for (Instant from = start; from.isBefore(end); hour++) {
      Instant to = min(from.plusSeconds(3600), end);
      event(account, sku, milliGpus, from, to, usageClass, workload, hour);
      from = to;
    }
  }

  private void event(
      String account,
      String sku,
      long milliGpus,
      Instant from,
      Instant to,
      String usageClass,
      String workload,
      int hour) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("sku", sku);
    data.put("gpus", BigDecimal.valueOf(milliGpus, 3).stripTrailingZeros().toPlainString());
    data.put("start", from.toString());
    data.put("end", to.toString());
    data.put("class", usageClass);
    data.put("resource", "pod/" + pods);
    data.put("labels", Map.of("workload", workload));
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("specversion", "1.0");
    event.put("id", "pod-%d-hour-%d".formatted(pods, hour));
    event.put("source", "clusters/" + account);
    event.put("type", "dev.drawdown.usage.v1");
    event.put("subject", account);
    event.put("data", data);
    events.add(event);
    long seconds = Duration.between(from, to).toSeconds();
    expected.merge(account + "/" + sku, milliGpus * seconds, Long::sum);
  }

  private Script publish() {
    List<Map<String, Object>> onTime = new ArrayList<>();
    List<Map<String, Object>> late = new ArrayList<>();
    for (Map<String, Object> event : events) {
      (random.nextInt(LATE_IN) == 0 ? late : onTime).add(event);
      if (random.nextInt(DUPLICATES_IN) == 0) {
        onTime.add(event);
      }
    }
    Collections.shuffle(onTime, random);
    Collections.shuffle(late, random);
    return new Script(onTime, late, List.of(voided()), Map.copyOf(expected), neverRan);
  }

  /** The longest pod's first hour was metered by mistake and is taken back. */
  private Map<String, Object> voided() {
    Map<String, Object> first = events.getFirst();
    expected.merge("aurora-labs/a100-80g", -2000L * 3600, Long::sum);
    Map<String, Object> correction = new LinkedHashMap<>();
    correction.put("specversion", "1.0");
    correction.put("id", "void-1");
    correction.put("source", first.get("source"));
    correction.put("type", "dev.drawdown.usage.correction.v1");
    correction.put("subject", first.get("subject"));
    correction.put("time", "2026-04-01T05:00:00Z");
    correction.put(
        "data",
        Map.of(
            "corrects",
            Map.of("source", first.get("source"), "id", first.get("id")),
            "void",
            true));
    return correction;
  }

  private static Instant at(int hours) {
    return MONTH_START.plusSeconds(hours * 3600L);
  }

  private Instant anywhere() {
    long length = Duration.between(MONTH_START, MONTH_END).toSeconds();
    return MONTH_START.plusSeconds((long) (random.nextDouble() * length));
  }

  private Duration minutes(int from, int to) {
    return Duration.ofSeconds((from + random.nextInt(to - from)) * 60L + random.nextInt(60));
  }

  private long fraction() {
    return List.of(125L, 250L, 500L, 500L, 1000L).get(random.nextInt(5));
  }

  private static Instant min(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
