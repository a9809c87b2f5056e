package dev.drawdown.bench;

import dev.drawdown.contracts.Topics;
import dev.drawdown.stack.StackException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;

/** What the ledger has committed, read from its database. */
final class Ledger implements AutoCloseable {
  private final Connection connection;

  Ledger(String jdbcUrl) {
    try {
      connection = DriverManager.getConnection(jdbcUrl);
    } catch (SQLException e) {
      throw new StackException("cannot read the ledger's database: " + e.getMessage());
    }
  }

  /** The next offset of each partition that has one, as committed. */
  Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions = new HashMap<>();
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT partition, next_offset FROM kafka_position");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        positions.put(new TopicPartition(Topics.USAGE, rows.getInt(1)), rows.getLong(2));
      }
      return positions;
    } catch (SQLException e) {
      throw new StackException("cannot read the ledger's position: " + e.getMessage());
    }
  }

  /** Events per second from the end of the warm-up until the last offset is committed. */
  double rate(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, long warmUp) {
    long base = sum(from);
    long total = sum(to) - base;
    long begun = 0;
    long counted = 0;
    long lastDone = 0;
    long lastChange = System.nanoTime();
    while (true) {
      long done = Math.max(0, sum(positions()) - base);
      long now = System.nanoTime();
      if (done != lastDone) {
        lastDone = done;
        lastChange = now;
      }
      if (begun == 0 && done >= warmUp) {
        begun = now;
        counted = done;
      }
      if (done >= total) {
        return (total - counted) * 1e9 / (now - begun);
      }
      if (now - lastChange > Duration.ofSeconds(60).toNanos()) {
        throw new StackException("the ledger stands at %,d of %,d events".formatted(done, total));
      }
      LockSupport.parkNanos(50_000_000L);
    }
  }

  /** Waits until everything up to the offsets is committed. */
  void awaitPositions(Map<TopicPartition, Long> ends) {
    rate(Map.of(), ends, 0);
  }

  /** A single number. */
  long number(String sql, Object... parameters) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new StackException("cannot ask the ledger's database: " + e.getMessage());
    }
  }

  void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new StackException("the database refused '%s': %s".formatted(sql, e.getMessage()));
    }
  }

  static long sum(Map<TopicPartition, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new StackException("cannot close the ledger's database: " + e.getMessage());
    }
  }
}
