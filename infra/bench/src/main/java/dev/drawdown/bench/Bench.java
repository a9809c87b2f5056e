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
  private static final String DATABASE_BYTES = "SELECT pg_database_size('ledger')";
  private static final String BOOKED = "SELECT count(*) FROM event";
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

  Report run(int events, int rounds, int accounts, boolean growth, int close) {
    Instant begun = Instant.now();
    out.println("Starting a stack for the bench ...");
    try (Rig rig = new Rig(layout, out)) {
      // before the rounds, because whoever reads the postings of the rounds would be busy for
      // minutes
      webhooks(rig, accounts);
      if (close > 0) {
        say("invoicing a month of %,d accounts".formatted(close));
        report.close = rig.monthClose(close);
      }
      Customers customers = rig.customers(accounts, 1);
      throughput(rig, events, rounds, customers);
      latency(rig, customers);
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

  private void webhooks(Rig rig, int accounts) {
    report.webhookRate = WEBHOOK_RATE;
    say("latency of the whole product at %,d events/s".formatted(WEBHOOK_RATE));
    Customers customers = rig.customers(accounts, 1);
    atRate(rig, customers, WEBHOOK_RATE); // warms up
    try (Webhooks webhooks = new Webhooks(rig.stack())) {
      webhooks.prepare(PROBES);
      Thread probes =
          Thread.ofPlatform()
              .start(() -> webhooks.probe(rig.load(), PROBES, Duration.ofSeconds(SECONDS - 2)));
      report.bookedWithAll = atRate(rig, customers, WEBHOOK_RATE);
      try {
        probes.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      report.webhook = webhooks.result();
    }
  }

  private void throughput(Rig rig, int events, int rounds, Customers customers) {
    say("throughput, %,d events in each of %d rounds".formatted(events, rounds));
    long bytes = rig.ledger().number(DATABASE_BYTES);
    long booked = rig.ledger().number(BOOKED);
    report.rounds = rig.rounds(rounds, customers, RESOURCES, events);
    report.bytesPerEvent =
        (rig.ledger().number(DATABASE_BYTES) - bytes) / (rig.ledger().number(BOOKED) - booked);
  }

  private void latency(Rig rig, Customers customers) {
    report.latencyRate = report.eventsPerSecond() / 2;
    say("latency of the ledger at %,.0f events/s".formatted(report.latencyRate));
    report.booked = atRate(rig, customers, report.latencyRate);
  }

  private Latency.Percentiles atRate(Rig rig, Customers customers, double rate) {
    int events = (int) (rate * SECONDS);
    BenchData data =
        rig.more(
            customers.prefix(),
            customers.accounts(),
            RESOURCES,
            events,
            BenchData.hourBefore(Instant.now(), 2));
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
      if (process.handle().isPresent()) {
        resident.put(process.name(), process.residentMiB());
      }
    }
    report.rssMiB = resident;
  }
}
