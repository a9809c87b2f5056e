package dev.drawdown.stack;

import dev.drawdown.contracts.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/** A broker with Drawdown's topics. */
public final class Kafka {
  /** Enough to spread accounts over several ledgers later; cheap on one machine. */
  static final int PARTITIONS = 6;

  private final Layout layout;
  private final Settings settings;
  private final ServerProcess process;

  public Kafka(Layout layout, Settings settings) {
    this.layout = layout;
    this.settings = settings;
    this.process = new ServerProcess(layout, "kafka");
  }

  public ServerProcess process() {
    return process;
  }

  public void start() {
    process.start(
        Commands.java(
            "320m",
            Commands.quickToStart("-Xms128m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
            List.of(
                "-cp", layout.classPath(), KafkaNode.class.getName(), writeSettings().toString())),
        Map.of());
  }

  public boolean isReady() {
    if (!Settings.listens(settings.port(Settings.Port.KAFKA))) {
      return false; // a client is costly to make, and would only wait
    }
    try (Admin admin = admin()) {
      return !admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Creates the topics that do not exist yet. */
  public void createTopics() {
    try (Admin admin = admin()) {
      Set<String> existing = admin.listTopics().names().get(30, TimeUnit.SECONDS);
      List<NewTopic> missing =
          Topics.ALL.stream()
              .filter(topic -> !existing.contains(topic))
              .map(Kafka::newTopic)
              .toList();
      admin.createTopics(missing).all().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("interrupted");
    } catch (ExecutionException e) {
      throw new StackException("cannot create topics: " + e.getCause().getMessage());
    } catch (TimeoutException e) {
      throw new StackException("Kafka did not create the topics within 30 s");
    }
  }

  /** A quarantined record is a little larger than the one it holds. */
  private static NewTopic newTopic(String name) {
    NewTopic topic = new NewTopic(name, PARTITIONS, (short) 1);
    return name.equals(Topics.QUARANTINE)
        ? topic.configs(Map.of("max.message.bytes", "2097152"))
        : topic;
  }

  private Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrap(),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "3000",
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "5000"));
  }

  private Path writeSettings() {
    int broker = settings.port(Settings.Port.KAFKA);
    int controller = settings.port(Settings.Port.KAFKA_CONTROLLER);
    String text =
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:%2$d
        listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
        advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
        log.dirs=%3$s
        auto.create.topics.enable=false
        default.replication.factor=1
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=4
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=4
        share.coordinator.state.topic.replication.factor=1
        share.coordinator.state.topic.min.isr=1
        group.initial.rebalance.delay.ms=0
        log.retention.hours=168
        log.cleaner.dedupe.buffer.size=33554432
        num.network.threads=2
        num.io.threads=4
        """
            .formatted(broker, controller, layout.data("kafka"));
    return write(layout.config("kafka.properties"), text);
  }

  static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new StackException("cannot write " + file + ": " + e.getMessage());
    }
  }
}
