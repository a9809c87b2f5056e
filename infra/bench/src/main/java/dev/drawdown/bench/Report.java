package dev.drawdown.bench;

import dev.drawdown.stack.Api;
import dev.drawdown.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a bench found, for people and for programs. */
final class Report {
  /** One line of how cost grows. */
  record Growth(String what, Rig.Round round) {}

  List<Rig.Round> rounds = List.of();
  final List<Growth> growth = new ArrayList<>();
  Latency.Percentiles booked;
  Latency.Percentiles bookedWithAll;
  Latency.Percentiles webhook;
  MonthClose.Result close;
  double latencyRate;
  double webhookRate;
  long bytesPerEvent;
  double lateMonthSeconds;
  long lateMonthEvents;
  Map<String, Long> rssMiB = Map.of();
  List<String> unaccounted = List.of();

  boolean allAccountedFor() {
    return unaccounted.isEmpty();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  double eventsPerSecond() {
    return median(rounds.stream().map(Rig.Round::ours).toList());
  }

  double yardstickEventsPerSecond() {
    return median(rounds.stream().map(Rig.Round::theirs).toList());
  }

  /** The median of the rounds' ratios: each compares two neighbours in time. */
  double ratio() {
    return median(rounds.stream().map(Rig.Round::ratio).toList());
  }

  void print(PrintStream out) {
    out.printf("%n%-44s %12s%n", "", "median");
    out.printf("%-44s %,12.0f%n", "ledger, events/s", eventsPerSecond());
    out.printf("%-44s %,12.0f%n", "yardstick, events/s", yardstickEventsPerSecond());
    out.printf("%-44s %12.2f%n", "ratio", ratio());
    out.printf("%-44s %12d%n", "database bytes per booked event, with indexes", bytesPerEvent);
    out.printf("%nEvent to booked, %,.0f events/s, ledger and Connect:  %s%n", latencyRate, booked);
    out.printf(
        "Event to booked, %,.0f events/s, the whole product:    %s%n", webhookRate, bookedWithAll);
    out.printf("Event to webhook, %,.0f events/s, the whole product:   %s%n", webhookRate, webhook);
    if (!growth.isEmpty()) {
      out.printf("%n%-34s %10s %10s %6s%n", "how cost grows", "ledger/s", "yardstick", "ratio");
      for (Growth one : growth) {
        Rig.Round r = one.round();
        out.printf("%-34s %,10.0f %,10.0f %6.2f%n", one.what(), r.ours(), r.theirs(), r.ratio());
      }
      out.printf(
          "a month of %,d late events of one account is booked in %.1f s%n",
          lateMonthEvents, lateMonthSeconds);
    }
    if (close != null) {
      out.printf(
          "%n%,d accounts' month invoiced in %.1f s, %.0f a second; drafts meanwhile: %s%n",
          close.accounts(), close.seconds(), close.perSecond(), close.drafts());
      out.printf(
          "Export of all of them: %,d MiB in %.0f s, billing resident %d MiB before, %d after%n",
          close.exportedMiB(),
          close.exportSeconds(),
          close.residentBefore(),
          close.residentAfter());
    }
    out.printf("%nresident MiB: %s%n", rssMiB);
    unaccounted.forEach(line -> out.println("NOT ACCOUNTED FOR: " + line));
    out.println(allAccountedFor() ? "Every event is accounted for." : "Events are missing.");
  }

  void write(Path file) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("eventsPerSecond", Math.round(eventsPerSecond()));
    json.put("yardstickEventsPerSecond", Math.round(yardstickEventsPerSecond()));
    json.put("ratio", ratio());
    json.put("bookedP50", booked.p50());
    json.put("bookedP99", booked.p99());
    json.put("bookedMax", booked.max());
    json.put("webhookP50", webhook.p50());
    json.put("webhookP99", webhook.p99());
    json.put("webhookMax", webhook.max());
    json.put("bytesPerEvent", bytesPerEvent);
    json.put("rssMiB", rssMiB);
    json.put("rounds", rounds);
    json.put("growth", growth);
    json.put("monthClose", close);
    json.put("lateMonthSeconds", lateMonthSeconds);
    json.put("allAccountedFor", allAccountedFor());
    try {
      Files.createDirectories(file.getParent());
      Api.JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json);
    } catch (IOException e) {
      throw new StackException("cannot write " + file + ": " + e.getMessage());
    }
  }
}
