package dev.drawdown.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How long events take from being sent until the ledger has committed them, at a steady rate. The
 * commit is seen from outside, in the ledger's position, which is looked at every few milliseconds.
 */
final class Latency {
  /** Milliseconds. */
  record Percentiles(double p50, double p99, double max) {
    static Percentiles of(List<Long> nanos) {
      long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
      Arrays.sort(sorted);
      return sorted.length == 0
          ? new Percentiles(Double.NaN, Double.NaN, Double.NaN)
          : new Percentiles(
              sorted[sorted.length / 2] / 1e6,
              sorted[(int) (sorted.length * 0.99)] / 1e6,
              sorted[sorted.length - 1] / 1e6);
    }

    @Override
    public String toString() {
      return "p50 %.0f ms, p99 %.0f ms, max %.0f ms".formatted(p50, p99, max);
    }
  }

  private record Sent(TopicPartition partition, long offset, long at) {}

  private record Seen(long at, Map<TopicPartition, Long> positions) {}

  private final Load load;
  private final Ledger ledger;
  private final ConcurrentLinkedQueue<Sent> sent = new ConcurrentLinkedQueue<>();
  private final List<Seen> seen = new ArrayList<>();
  private volatile boolean watching = true;

  Latency(Load load, Ledger ledger) {
    this.load = load;
    this.ledger = ledger;
  }

  /**
   * Sends the data at a rate, and returns once all of it is committed. It is made before the clock
   * starts, so that making it takes no time from what is measured.
   */
  Percentiles measure(BenchData data, double perSecond) {
    List<BenchData.Event> events = new ArrayList<>();
    data.each(events::add);
    Thread watch = Thread.ofPlatform().start(this::watch);
    long begun = System.nanoTime();
    for (int i = 0; i < events.size(); i++) {
      awaitTurn(begun + (long) (i * 1e9 / perSecond));
      load.send(events.get(i), this::sent);
    }
    load.flush();
    ledger.awaitPositions(load.ends());
    watching = false;
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Percentiles.of(latencies());
  }

  /** Events that are due within a few milliseconds are sent together. */
  private static void awaitTurn(long due) {
    long wait = due - System.nanoTime();
    if (wait > 2_000_000) {
      LockSupport.parkNanos(wait);
    }
  }

  private void sent(RecordMetadata place, long at) {
    sent.add(new Sent(new TopicPartition(place.topic(), place.partition()), place.offset(), at));
  }

  private void watch() {
    while (watching) {
      seen.add(new Seen(System.nanoTime(), ledger.positions()));
      LockSupport.parkNanos(10_000_000L);
    }
    seen.add(new Seen(System.nanoTime(), ledger.positions()));
  }

  private List<Long> latencies() {
    List<Sent> events = new ArrayList<>(sent);
    events.sort(Comparator.comparingLong(Sent::offset));
    List<Long> latencies = new ArrayList<>();
    for (TopicPartition partition : events.stream().map(Sent::partition).distinct().toList()) {
      int look = 0;
      for (Sent event : events) {
        if (event.partition().equals(partition)) {
          while (seen.get(look).positions().getOrDefault(partition, 0L) <= event.offset()) {
            look++;
          }
          latencies.add(seen.get(look).at() - event.at());
        }
      }
    }
    return latencies;
  }
}
