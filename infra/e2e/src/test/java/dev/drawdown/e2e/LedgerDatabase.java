package dev.drawdown.e2e;

import dev.drawdown.contracts.Topics;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** The ledger's database as an operator with psql sees it; connects anew for each look. */
final class LedgerDatabase {
  private final String url;

  LedgerDatabase(Stack stack) {
    this.url =
        "jdbc:postgresql://127.0.0.1:%d/ledger?user=postgres"
            .formatted(stack.settings().port(Settings.Port.POSTGRES));
  }

  /** The instances that own a partition. */
  List<String> owners() {
    List<String> owners = new ArrayList<>();
    rows("SELECT DISTINCT owner::text FROM kafka_position", row -> owners.add(row.getString(1)));
    return owners;
  }

  /** Where reading resumes. */
  Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions =
        new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
    rows(
        "SELECT partition, next_offset FROM kafka_position",
        row -> positions.put(new TopicPartition(Topics.USAGE, row.getInt(1)), row.getLong(2)));
    return positions;
  }

  /** Repetitions that were counted, over all events. */
  long duplicates() {
    List<Long> sum = new ArrayList<>();
    rows("SELECT coalesce(sum(times), 0) FROM event_duplicate", row -> sum.add(row.getLong(1)));
    return sum.getFirst();
  }

  /** Loses where reading resumes, as a restored backup would. */
  void forgetPositions() {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE kafka_position SET next_offset = 0");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Each {
    void take(ResultSet row) throws SQLException;
  }

  private void rows(String sql, Each each) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        each.take(rows);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
