package dev.drawdown.testkit;

import dev.drawdown.contracts.Topics;
import dev.drawdown.stack.Tokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.MountableFile;

/** Kafka and PostgreSQL from the images of docker-compose, for machines with a Docker engine. */
final class Containers {
  private static final String KAFKA = "apache/kafka:4.1.2";
  private static final String POSTGRES = "postgres:18.1";
  private static final int PARTITIONS = 6;

  /** Testcontainers' own for both the user and the password; local processes ask for none. */
  static final String PASSWORD = "test";

  private Containers() {}

  static boolean available() {
    boolean named =
        System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
    return named && DockerClientFactory.instance().isDockerAvailable();
  }

  /** Started once for a JVM; Testcontainers' reaper ends them with it. */
  static RealParts start(Path root, Tokens tokens) {
    KafkaContainer kafka = new KafkaContainer(KAFKA);
    kafka.start();
    createTopics(kafka.getBootstrapServers());
    PostgreSQLContainer postgres =
        new PostgreSQLContainer(POSTGRES)
            .withCopyFileToContainer(
                MountableFile.forHostPath(root.resolve("infra/postgres/init.sql")),
                "/docker-entrypoint-initdb.d/init.sql");
    postgres.setCommand("postgres", "-c", "wal_level=logical");
    postgres.start();
    return new RealParts(
        kafka.getBootstrapServers(),
        postgres.getHost(),
        postgres.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
        postgres.getUsername(),
        tokens);
  }

  private static void createTopics(String bootstrap) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin
          .createTopics(
              Topics.ALL.stream().map(t -> new NewTopic(t, PARTITIONS, (short) 1)).toList())
          .all()
          .get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot create topics", e);
    }
  }
}
