package dev.drawdown.bench;

import dev.drawdown.stack.Layout;
import dev.drawdown.stack.ServerProcess;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** The measurements, in order, on one rig. */
final class Bench {
  private static final int RESOURCES = 100;
  private static final int SECONDS = 20;
  private static final int PROBES = 200;
  private static final int WEBHOOK_RATE = 1_000;
  private static final int LATE_EVENTS = 50_000;

  private final Layout layout;
  private final PrintStream out;
  private final Report report = new Report();

  Bench(Layout layout, PrintStream out) {
    this.layout = layout;
    this.out = out;
  }

  Report run(int events, int rounds, int accounts, boolean growth) {
    Instant begun = Instant.now();
    out.println("Starting a stack for the bench ...");
    try (Rig rig = new Rig(layout, out)) {
      throughput(rig, events, rounds, accounts);
      latency(rig, accounts);
      webhooks(rig, accounts);
      if (growth) {
        growth(rig, events / 3);
        lateMonth(rig);
      }
      memory(rig);
      say("checking that every event is accounted for");
      report.unaccounted = rig.unaccounted();
    }
    out.printf("Took %d s.%n", Duration.between(begun, Instant.now()).toSeconds());
    return report;
  }

  private void say(String what) {
    out.println("Bench: " + what + " ...");
  }

  private void throughput(Rig rig, int events, int rounds, int accounts) {
    say("throughput, %,d events in each of %d rounds".formatted(events, rounds));
    Customers customers = rig.customers(accounts, 1);
    long before = rig.ledger().number("SELECT pg_database_size('ledger')");
    report.rounds = rig.rounds(rounds, customers, RESOURCES, events);
    long after = rig.ledger().number("SELECT pg_database_size('ledger')");
    report.bytesPerEvent = (after - before) / rig.ledger().number("SELECT count(*) FROM event");
  }

  private void latency(Rig rig, int accounts) {
    report.latencyRate = report.eventsPerSecond() / 2;
    say("latency of the ledger at %,.0f events/s".formatted(report.latencyRate));
    report.booked = atRate(rig, accounts, report.latencyRate);
  }

  private void webhooks(Rig rig, int accounts) {
    report.webhookRate = Math.min(WEBHOOK_RATE, report.latencyRate);
    say("latency of the whole product at %,.0f events/s".formatted(report.webhookRate));
    rig.stack().up(null);
    try (Webhooks webhooks = new Webhooks(rig.stack())) {
      webhooks.prepare(PROBES);
      Thread probes =
          Thread.ofPlatform()
              .start(() -> webhooks.probe(rig.load(), PROBES, Duration.ofSeconds(SECONDS - 2)));
      report.bookedWithAll = atRate(rig, accounts, report.webhookRate);
      try {
        probes.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      report.webhook = webhooks.result();
    }
  }

  private Latency.Percentiles atRate(Rig rig, int accounts, double rate) {
    BenchData data = rig.more("bench1", accounts, RESOURCES, (int) (rate * SECONDS), Instant.now());
    return new Latency(rig.load(), rig.ledger()).measure(data, rate);
  }

  private void growth(Rig rig, int events) {
    for (int accounts : List.of(10, 100, 1_000, 10_000)) {
      grow(rig, "%,d accounts, 1 commitment each".formatted(accounts), accounts, 1, events);
    }
    for (int commitments : List.of(5, 20)) {
      String what = "1,000 accounts, %d commitments each".formatted(commitments);
      grow(rig, what, 1_000, commitments, events);
    }
  }

  private void grow(Rig rig, String what, int accounts, int commitments, int events) {
    say("throughput with " + what);
    Customers customers = rig.customers(accounts, commitments);
    report.growth.add(
        new Report.Growth(what, rig.rounds(1, customers, RESOURCES, events).getFirst()));
  }

  /** Usage of each minute of a month, all of it after the month. */
  private void lateMonth(Rig rig) {
    say("%,d late events of one account".formatted(LATE_EVENTS));
    rig.stack().up(null);
    rig.customers(2, 1);
    Instant month = BenchData.hourBefore(Instant.now(), 24 * 35);
    BenchData late = rig.more("bench" + rig.groups(), 1, 1, LATE_EVENTS, month);
    late.each(rig.load()::send);
    rig.load().flush();
    Instant begun = Instant.now();
    Map<TopicPartition, Long> ends = rig.load().ends();
    rig.ledger().awaitPositions(ends);
    report.lateMonthEvents = LATE_EVENTS;
    report.lateMonthSeconds = Duration.between(begun, Instant.now()).toMillis() / 1e3;
  }

  private void memory(Rig rig) {
    Map<String, Long> resident = new TreeMap<>();
    for (ServerProcess process : rig.stack().processes()) {
      resident.put(process.name(), process.residentMiB());
    }
    report.rssMiB = resident;
  }
}
