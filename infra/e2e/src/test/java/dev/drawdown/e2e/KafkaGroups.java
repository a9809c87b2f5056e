package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;

import dev.drawdown.contracts.Topics;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Consumer groups and offsets as an operator with Kafka's tools sees them. */
final class KafkaGroups implements AutoCloseable {
  private final Admin admin;

  KafkaGroups(String bootstrap) {
    admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  /** Where each partition of the ledger's topic ends. */
  Map<TopicPartition, Long> ends() {
    Map<TopicPartition, Long> ends =
        new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
    try {
      int partitions =
          admin
              .describeTopics(List.of(Topics.USAGE))
              .allTopicNames()
              .get()
              .get(Topics.USAGE)
              .partitions()
              .size();
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (int i = 0; i < partitions; i++) {
        latest.put(new TopicPartition(Topics.USAGE, i), OffsetSpec.latest());
      }
      admin
          .listOffsets(latest)
          .all()
          .get()
          .forEach((partition, end) -> ends.put(partition, end.offset()));
      return ends;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Deletes a group with its offsets, once the last member is gone. */
  void delete(String group) {
    retried(() -> admin.deleteConsumerGroups(Set.of(group)).all().get());
  }

  /** Sets a group back to the beginning of the ledger's topic. */
  void toTheBeginning(String group) {
    Map<TopicPartition, OffsetAndMetadata> zero = new HashMap<>();
    ends().keySet().forEach(p -> zero.put(p, new OffsetAndMetadata(0)));
    retried(() -> admin.alterConsumerGroupOffsets(group, zero).all().get());
  }

  private interface Request {
    Object send() throws ExecutionException, InterruptedException;
  }

  /** Kafka refuses while it believes that a member is alive. */
  private static void retried(Request request) {
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptionsInstanceOf(ExecutionException.class)
        .until(
            () -> {
              request.send();
              return true;
            });
  }

  @Override
  public void close() {
    admin.close();
  }
}
