package dev.drawdown.stack;

/** Kafka Connect in distributed mode, with the Debezium connectors on its class path. */
public final class ConnectNode {
  private ConnectNode() {}

  public static void main(String[] args) {
    org.apache.kafka.connect.cli.ConnectDistributed.main(args);
  }
}
