package dev.drawdown.ledger.kafka;

import dev.drawdown.kit.data.Faults;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.ledger.store.PositionStore;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.UUID;
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
  private final Pool pool;
  private final PositionStore positionStore;

  Ownership(Pool pool, PositionStore positionStore) {
    this.pool = pool;
    this.positionStore = positionStore;
  }

  UUID self() {
    return self;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      Faults.outlast(
          "claiming " + partition,
          () -> consumer.seek(partition, claim(partition.topic(), partition.partition())));
    }
  }

  private long claim(String topic, int partition) {
    return Transaction.run(pool, tx -> positionStore.claim(tx, topic, partition, self));
  }
}
