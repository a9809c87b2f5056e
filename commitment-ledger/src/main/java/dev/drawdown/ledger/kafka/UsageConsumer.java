package dev.drawdown.ledger.kafka;

import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.data.Faults;
import dev.drawdown.kit.messaging.Quarantine;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.app.BookBatch;
import dev.drawdown.ledger.app.BookBatch.Aside;
import dev.drawdown.ledger.app.BookBatch.Batch;
import dev.drawdown.ledger.app.BookBatch.Positioned;
import dev.drawdown.ledger.core.Fact;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;
import org.jboss.logging.Logger;

/** Hands each poll of checked events to the books, partition by partition. */
@ApplicationScoped
public class UsageConsumer {
  private static final Logger LOG = Logger.getLogger(UsageConsumer.class);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BookBatch bookBatch;
  private final Ownership ownership;
  private final Quarantine quarantine;
  private final ServiceClock clock;

  UsageConsumer(
      BookBatch bookBatch,
      @Identifier("usage") Ownership ownership,
      @Channel("quarantine-out") @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER)
          MutinyEmitter<byte[]> quarantine,
      ServiceClock clock) {
    this.bookBatch = bookBatch;
    this.ownership = ownership;
    this.quarantine = new Quarantine(quarantine);
    this.clock = clock;
  }

  @Incoming("usage")
  @Blocking
  public void consume(ConsumerRecords<String, byte[]> records) {
    List<TopicPartition> partitions = List.copyOf(records.partitions());
    if (partitions.size() == 1) {
      consumeOutlasting(partitions.getFirst(), records);
      return;
    }
    // one partition's arithmetic runs while the database works for another
    List<Future<?>> booked = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      booked.add(threads.submit(() -> consumeOutlasting(partition, records)));
    }
    booked.forEach(UsageConsumer::join);
  }

  private void consumeOutlasting(
      TopicPartition partition, ConsumerRecords<String, byte[]> records) {
    Faults.outlast("booking " + partition, () -> consume(partition, records.records(partition)));
  }

  private static void join(Future<?> booked) {
    try {
      booked.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault
          ? fault
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while booking", e);
    }
  }

  private void consume(TopicPartition partition, List<ConsumerRecord<String, byte[]>> records) {
    if (!ownership.follows(partition, records.getFirst().offset())) {
      LOG.errorf(
          "%s: records from %d on do not follow; they come again",
          partition, records.getFirst().offset());
      return;
    }
    List<Positioned> events = new ArrayList<>();
    Map<Fact, ConsumerRecord<String, byte[]>> origins = new IdentityHashMap<>();
    List<Uni<Void>> aside = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        Fact fact = FactDecoder.decode(record.value());
        events.add(new Positioned(record.offset(), fact));
        origins.put(fact, record);
      } catch (InvalidValue e) {
        aside.add(quarantine.put(record, "unreadable", e.getMessage(), clock.now()));
      }
    }
    awaitAll(aside);
    Batch batch =
        new Batch(
            Topics.USAGE,
            partition.partition(),
            records.getLast().offset() + 1,
            List.copyOf(events));
    boolean booked =
        bookBatch.handle(batch, ownership.self(), refused -> putAside(refused, origins));
    if (booked) {
      ownership.handled(partition, batch.nextOffset());
    } else {
      LOG.infof("%s belongs to another instance; %d records left to it", partition, records.size());
    }
  }

  private void putAside(List<Aside> refused, Map<Fact, ConsumerRecord<String, byte[]>> origins) {
    awaitAll(
        refused.stream()
            .map(a -> quarantine.put(origins.get(a.fact()), a.reason(), a.reason(), clock.now()))
            .toList());
  }

  private static void awaitAll(List<Uni<Void>> sends) {
    if (!sends.isEmpty()) {
      Uni.join().all(sends).andFailFast().await().indefinitely();
    }
  }
}
