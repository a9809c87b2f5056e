package dev.drawdown.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What the ledger is measured against: the plainest loop that could call itself a meter. It reads
 * the topic, parses, inserts one row for each event, adds up hours and remembers the offset, in one
 * durable transaction for each poll of 10,000 records. It knows no commitment, no correction and no
 * conflict.
 */
final class Yardstick {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String INSERT =
      """
      INSERT INTO event SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
        ?::timestamptz[], ?::timestamptz[], ?::numeric[]) ON CONFLICT DO NOTHING
      """;
  private static final String ADD =
      """
      INSERT INTO hour_sum SELECT * FROM unnest(?::text[], ?::text[], ?::timestamptz[],
        ?::numeric[])
      ON CONFLICT (account, sku, hour) DO UPDATE SET seconds = hour_sum.seconds + EXCLUDED.seconds
      """;
  private static final String REMEMBER =
      """
      INSERT INTO position VALUES (?, ?)
      ON CONFLICT (partition) DO UPDATE SET next_offset = EXCLUDED.next_offset
      """;

  private record Hour(String account, String sku, Instant start) {}

  private final String bootstrap;
  private final String jdbcUrl;

  Yardstick(String bootstrap, String jdbcUrl) {
    this.bootstrap = bootstrap;
    this.jdbcUrl = jdbcUrl;
  }

  /** Reads the topic between the offsets and returns events per second after the warm-up. */
  double run(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, long warmUp) {
    long total = to.values().stream().mapToLong(Long::longValue).sum();
    long done = from.values().stream().mapToLong(Long::longValue).sum();
    long timedFrom = done + warmUp;
    long begun = 0;
    long counted = 0;
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(settings())) {
      prepare(connection);
      consumer.assign(from.keySet());
      from.forEach(consumer::seek);
      while (done < total) {
        ConsumerRecords<String, byte[]> records = consumer.poll(Duration.ofSeconds(1));
        book(connection, records);
        done += records.count();
        if (begun == 0 && done >= timedFrom) {
          begun = System.nanoTime();
          counted = done;
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the yardstick failed", e);
    }
    return (done - counted) * 1e9 / (System.nanoTime() - begun);
  }

  private Properties settings() {
    Properties settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "8388608");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return settings;
  }

  private static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE IF NOT EXISTS event (account text, source text, id text, sku text,
            resource text, starts_at timestamptz, ends_at timestamptz, gpus numeric,
            PRIMARY KEY (account, source, id));
          CREATE TABLE IF NOT EXISTS hour_sum (account text, sku text, hour timestamptz,
            seconds numeric, PRIMARY KEY (account, sku, hour));
          CREATE TABLE IF NOT EXISTS position (partition int PRIMARY KEY, next_offset bigint);
          """);
    }
    connection.setAutoCommit(false);
  }

  private static void book(Connection connection, ConsumerRecords<String, byte[]> records)
      throws SQLException {
    int n = records.count();
    Object[][] columns = new Object[8][n];
    Map<Hour, Long> hours = new HashMap<>();
    int row = 0;
    for (ConsumerRecord<String, byte[]> record : records) {
      read(record.value(), columns, row++, hours);
    }
    String[] types = {"text", "text", "text", "text", "text", "timestamptz", "timestamptz"};
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (int i = 0; i < 8; i++) {
        String type = i < types.length ? types[i] : "numeric";
        insert.setArray(i + 1, connection.createArrayOf(type, columns[i]));
      }
      insert.executeUpdate();
    }
    add(connection, hours);
    try (PreparedStatement remember = connection.prepareStatement(REMEMBER)) {
      for (TopicPartition partition : records.partitions()) {
        List<ConsumerRecord<String, byte[]>> part = records.records(partition);
        remember.setInt(1, partition.partition());
        remember.setLong(2, part.getLast().offset() + 1);
        remember.executeUpdate();
      }
    }
    connection.commit();
  }

  private static void read(byte[] value, Object[][] columns, int row, Map<Hour, Long> hours) {
    try {
      JsonNode event = JSON.readTree(value);
      JsonNode data = event.get("data");
      String account = event.get("subject").asText();
      String sku = data.get("sku").asText();
      Instant start = Instant.parse(data.get("start").asText());
      Instant end = Instant.parse(data.get("end").asText());
      columns[0][row] = account;
      columns[1][row] = event.get("source").asText();
      columns[2][row] = event.get("id").asText();
      columns[3][row] = sku;
      columns[4][row] = data.get("resource").asText();
      columns[5][row] = start.toString();
      columns[6][row] = end.toString();
      columns[7][row] = data.get("gpus").asText();
      Instant hour = start.truncatedTo(java.time.temporal.ChronoUnit.HOURS);
      hours.merge(
          new Hour(account, sku, hour), Duration.between(start, end).toSeconds(), Long::sum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(Connection connection, Map<Hour, Long> hours) throws SQLException {
    int n = hours.size();
    Object[][] columns = new Object[4][n];
    int row = 0;
    for (Map.Entry<Hour, Long> hour : hours.entrySet()) {
      columns[0][row] = hour.getKey().account();
      columns[1][row] = hour.getKey().sku();
      columns[2][row] = hour.getKey().start().toString();
      columns[3][row] = hour.getValue().toString();
      row++;
    }
    String[] types = {"text", "text", "timestamptz", "numeric"};
    try (PreparedStatement add = connection.prepareStatement(ADD)) {
      for (int i = 0; i < 4; i++) {
        add.setArray(i + 1, connection.createArrayOf(types[i], columns[i]));
      }
      add.executeUpdate();
    }
  }
}
