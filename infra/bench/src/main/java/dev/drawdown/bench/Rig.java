package dev.drawdown.bench;

import dev.drawdown.stack.Layout;
import dev.drawdown.stack.Service;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import dev.drawdown.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A stack of the bench's own, and the two that are measured on it: the ledger and the yardstick.
 */
final class Rig implements AutoCloseable {
  /** Events per second of both, in one round. */
  record Round(double ours, double theirs) {
    double ratio() {
      return ours / theirs;
    }
  }

  private final Stack stack;
  private final PrintStream out;
  private final Load load;
  private final Ledger ledger;
  private final Ledger yardstickTables;
  private final String jdbc;
  private int groups;
  private long seeds;
  private long sent;
  private long repeated;

  Rig(Layout layout, PrintStream out) {
    this.out = out;
    this.stack = new Stack(layout, Settings.free("127.0.0.1"), out);
    Runtime.getRuntime().addShutdownHook(new Thread(stack::down));
    stack.up(null);
    this.jdbc = "jdbc:postgresql://127.0.0.1:" + stack.settings().port(Settings.Port.POSTGRES);
    this.load = new Load(stack.settings().bootstrap());
    this.ledger = new Ledger(jdbc + "/ledger?user=postgres");
    try (Ledger admin = new Ledger(jdbc + "/postgres?user=postgres")) {
      admin.execute("DROP DATABASE IF EXISTS yardstick");
      admin.execute("CREATE DATABASE yardstick");
    }
    this.yardstickTables = new Ledger(yardstickUrl());
  }

  private String yardstickUrl() {
    return jdbc + "/yardstick?user=postgres";
  }

  Stack stack() {
    return stack;
  }

  Load load() {
    return load;
  }

  Ledger ledger() {
    return ledger;
  }

  /** New accounts, with their commitments. */
  Customers customers(int accounts, int commitments) {
    Customers customers = new Customers(stack, "bench%d".formatted(++groups), accounts);
    customers.make(commitments);
    return customers;
  }

  /** Invoices the last ended month of so many accounts. */
  MonthClose.Result monthClose(int accounts) {
    YearMonth month = YearMonth.now(ZoneOffset.UTC).minusMonths(1);
    try (Ledger billing = new Ledger(jdbc + "/billing?user=postgres")) {
      return new MonthClose(stack, month).measure(ledger, billing, accounts);
    }
  }

  /** How many groups of accounts there are; the last one's accounts begin with its number. */
  int groups() {
    return groups;
  }

  /** More usage, unlike any before. */
  BenchData more(String prefix, int accounts, int resources, int events, Instant begins) {
    BenchData data = new BenchData(prefix, accounts, resources, events, begins, ++seeds);
    sent += events;
    repeated += data.repeats();
    return data;
  }

  /**
   * Measures both on the same events, one after the other, each from a quiet database. The ledger
   * is held while the events are published and the yardstick reads them; nothing else that reads
   * the ledger's output runs, but the outbox and Debezium do.
   */
  Round measure(BenchData data, int warmUp) {
    for (Service.Name name : Service.Name.values()) {
      if (name != Service.Name.COMMITMENT_LEDGER) {
        stack.service(name).process().stop();
      }
    }
    signalLedger("STOP");
    Map<TopicPartition, Long> from = load.ends();
    data.each(load::send);
    load.flush();
    Map<TopicPartition, Long> to = load.ends();
    quieten();
    double theirs =
        new Yardstick(stack.settings().bootstrap(), yardstickUrl()).run(from, to, warmUp);
    quieten();
    signalLedger("CONT");
    double ours = ledger.rate(from, to, warmUp);
    out.printf(
        "    ledger %,8.0f/s   yardstick %,8.0f/s   ratio %.2f%n", ours, theirs, ours / theirs);
    return new Round(ours, theirs);
  }

  /** Leaves no work of one side for the time of the other. */
  private void quieten() {
    ledger.execute("VACUUM ANALYZE");
    yardstickTables.execute("VACUUM ANALYZE");
    ledger.execute("CHECKPOINT");
  }

  /** Holds the ledger or lets it go on, so that it stays as warm as the yardstick's JVM. */
  private void signalLedger(String signal) {
    long pid =
        stack
            .service(Service.Name.COMMITMENT_LEDGER)
            .process()
            .handle()
            .orElseThrow(() -> new StackException("the ledger does not run"))
            .pid();
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    } catch (IOException e) {
      throw new StackException("cannot signal the ledger: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("interrupted");
    }
  }

  /** Several rounds of as many events for the same accounts; the first only warms both up. */
  List<Round> rounds(int count, Customers customers, int resources, int events) {
    List<Round> measured = new ArrayList<>();
    Instant begins = BenchData.hourBefore(Instant.now(), 8);
    for (int i = 0; i <= count; i++) {
      out.println(i == 0 ? "    warming up" : "    round %d of %d".formatted(i, count));
      Instant hour = begins.plusSeconds(3600L * i);
      BenchData data = more(customers.prefix(), customers.accounts(), resources, events, hour);
      Round round = measure(data, Math.max(1, events / 10));
      if (i > 0) {
        measured.add(round);
      }
    }
    return measured;
  }

  /** What of everything sent is neither booked nor counted as a repetition; empty when all is. */
  List<String> unaccounted() {
    List<String> missing = new ArrayList<>();
    long booked =
        ledger.number(
            "SELECT count(*) FROM event e JOIN account_book b ON b.number = e.book"
                + " WHERE b.account LIKE 'bench%'");
    long duplicates = ledger.number("SELECT coalesce(sum(times), 0) FROM event_duplicate");
    long seconds =
        ledger.number(
            "SELECT sum(used) FROM usage_slice u JOIN account_book b ON b.number = u.book"
                + " WHERE b.account LIKE 'bench%'");
    require(missing, "distinct events", sent - repeated, booked);
    require(missing, "repetitions", repeated, duplicates);
    require(missing, "unit-seconds", BenchData.unitSeconds() * (sent - repeated), seconds);
    long unbalanced =
        ledger.number(
            "SELECT count(*) FROM (SELECT book, sum(quantity) AS q FROM posting GROUP BY book) p"
                + " FULL JOIN (SELECT book, sum(used) AS q FROM usage_slice GROUP BY book) u"
                + " USING (book) WHERE p.q IS DISTINCT FROM u.q");
    require(missing, "accounts whose journal is not their usage", 0, unbalanced);
    return missing;
  }

  private static void require(List<String> missing, String what, long expected, long found) {
    if (expected != found) {
      missing.add("%s: expected %,d, found %,d".formatted(what, expected, found));
    }
  }

  @Override
  public void close() {
    load.close();
    ledger.close();
    yardstickTables.close();
    stack.down();
  }
}
