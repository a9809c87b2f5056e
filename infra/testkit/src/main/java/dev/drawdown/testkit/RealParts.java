package dev.drawdown.testkit;

import dev.drawdown.stack.Backing;
import dev.drawdown.stack.Layout;
import dev.drawdown.stack.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Real Kafka and real PostgreSQL for component tests: containers when a Docker engine answers, else
 * processes that all modules of one run share.
 */
public record RealParts(
    String bootstrap, String postgresHost, int postgresPort, String superuser, Tokens tokens) {
  private static RealParts instance;

  public static synchronized RealParts get() {
    if (instance == null) {
      Path root = Path.of(System.getProperty("drawdown.root")).toAbsolutePath().normalize();
      Layout layout = new Layout(root, root.resolve("target/backing"));
      Tokens tokens = new Tokens(layout);
      instance =
          Containers.available() ? Containers.start(root, tokens) : processes(layout, tokens);
      tokens.ensureKeys();
    }
    return instance;
  }

  /** A database of the server, as its superuser, for tests that make databases of their own. */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s".formatted(postgresHost, postgresPort, database),
        superuser,
        Containers.PASSWORD);
  }

  private static RealParts processes(Layout layout, Tokens tokens) {
    try {
      Files.createDirectories(layout.root().resolve("target"));
      try (FileChannel channel =
              FileChannel.open(
                  layout.root().resolve("target/backing.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        long run = run().pid();
        Properties known = read(layout);
        boolean alive =
            lock.isValid()
                && Long.toString(run).equals(known.getProperty("run"))
                && ProcessHandle.of(Long.parseLong(known.getProperty("pid"))).isPresent();
        Properties addresses = alive ? known : start(layout, run);
        return new RealParts(
            addresses.getProperty("bootstrap"),
            "127.0.0.1",
            Integer.parseInt(addresses.getProperty("postgresPort")),
            "postgres",
            tokens);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot start Kafka and PostgreSQL for tests", e);
    }
  }

  private static Properties start(Layout layout, long run) throws IOException {
    delete(layout.home());
    Files.createDirectories(layout.home());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                layout.classPath(),
                Backing.class.getName(),
                layout.root().toString(),
                layout.home().toString(),
                Long.toString(run))
            .redirectErrorStream(true)
            .redirectOutput(layout.home().resolve("backing.log").toFile())
            .start();
    while (!Files.exists(layout.home().resolve(Backing.ADDRESSES))) {
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "Kafka and PostgreSQL did not start: "
                + Files.readString(layout.home().resolve("backing.log")));
      }
      LockSupport.parkNanos(100_000_000L);
    }
    return read(layout);
  }

  /** The process that the whole run belongs to: the outermost JVM above this one, or this one. */
  private static ProcessHandle run() {
    ProcessHandle outermost = ProcessHandle.current();
    Optional<ProcessHandle> parent = outermost.parent();
    while (parent.isPresent()) {
      if (parent.get().info().command().orElse("").endsWith("/java")) {
        outermost = parent.get();
      }
      parent = parent.get().parent();
    }
    return outermost;
  }

  private static Properties read(Layout layout) throws IOException {
    Properties properties = new Properties();
    Path file = layout.home().resolve(Backing.ADDRESSES);
    if (Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        properties.load(in);
      }
    }
    return properties;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> paths;
      try (Stream<Path> walk = Files.walk(folder)) {
        paths = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : paths) {
        Files.delete(path);
      }
    }
  }
}
