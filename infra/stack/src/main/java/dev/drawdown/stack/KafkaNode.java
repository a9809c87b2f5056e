package dev.drawdown.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** One Kafka broker that is its own KRaft controller, in a process of its own. */
public final class KafkaNode {
  private KafkaNode() {}

  /** Formats the log directory if it is new, then runs the broker until the process is ended. */
  public static void main(String[] args) throws Exception {
    Path settings = Path.of(args[0]);
    Properties properties = read(settings);
    Path logs = Path.of(properties.getProperty("log.dirs"));
    if (!Files.exists(logs.resolve("meta.properties"))) {
      format(properties, logs);
    }
    kafka.Kafka.main(new String[] {settings.toString()});
  }

  private static void format(Properties properties, Path logs) throws Exception {
    Files.createDirectories(logs);
    new Formatter()
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(Integer.parseInt(properties.getProperty("node.id")))
        .setDirectories(List.of(logs.toString()))
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setMetadataLogDirectory(logs.toString())
        .setPrintStream(System.out)
        .run();
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    return properties;
  }
}
