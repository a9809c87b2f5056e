package dev.drawdown.ledger.kafka;

import dev.drawdown.kit.data.Faults;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.store.PositionStore;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Which instance may write for a partition, and where it resumes: both are in the database, beside
 * what was booked, so the group's own offsets may be lost or reset without harm.
 */
@ApplicationScoped
@Identifier("usage")
public class Ownership implements KafkaConsumerRebalanceListener {
  private final UUID self = UUID.randomUUID();
  private final Map<TopicPartition, Long> expected = new ConcurrentHashMap<>();
  private final Pool pool;
  private final PositionStore positionStore;

  Ownership(Pool pool, PositionStore positionStore) {
    this.pool = pool;
    this.positionStore = positionStore;
  }

  /** Whether records follow what was handled; others were read before the partition was lost. */
  boolean follows(TopicPartition partition, long firstOffset) {
    return firstOffset <= expected.getOrDefault(partition, 0L);
  }

  void handled(TopicPartition partition, long nextOffset) {
    expected.merge(partition, nextOffset, Math::max);
  }

  UUID self() {
    return self;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      Faults.outlast(
          "claiming " + partition,
          () -> {
            long next = claim(partition.topic(), partition.partition());
            long first = consumer.beginningOffsets(List.of(partition)).get(partition);
            expected.put(partition, Math.max(next, first));
            consumer.seek(partition, Math.max(next, first));
          });
    }
  }

  private long claim(String topic, int partition) {
    return Transaction.run(pool, tx -> positionStore.claim(tx, topic, partition, self));
  }
}
