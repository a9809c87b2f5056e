package dev.drawdown.bench;

import dev.drawdown.contracts.Topics;
import dev.drawdown.stack.StackException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts events on the ledger's topic, as usage-ingest does, and tells where they lie. */
final class Load implements AutoCloseable {
  /** Told for each event once the broker has it. */
  interface Sent {
    void at(RecordMetadata place, long nanoTime);
  }

  private final String bootstrap;
  private final KafkaProducer<String, byte[]> producer;
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  Load(String bootstrap) {
    this.bootstrap = bootstrap;
    Properties settings = new Properties();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, "5");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, "262144");
    this.producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  void send(BenchData.Event event) {
    send(event, (place, nanoTime) -> {});
  }

  /** Sends one event; {@code sent} gets the time of sending, and is told by another thread. */
  void send(BenchData.Event event, Sent sent) {
    long now = System.nanoTime();
    producer.send(
        new ProducerRecord<>(Topics.USAGE, event.account(), event.value()),
        (place, exception) -> {
          if (exception == null) {
            sent.at(place, now);
          } else {
            failure.set(exception);
          }
        });
  }

  void flush() {
    producer.flush();
    if (failure.get() != null) {
      throw new StackException("Kafka did not take an event: " + failure.get());
    }
  }

  /** Where each partition of the ledger's topic ends now. */
  Map<TopicPartition, Long> ends() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<PartitionInfo> partitions = consumer.partitionsFor(Topics.USAGE);
      return consumer.endOffsets(
          partitions.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList());
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
