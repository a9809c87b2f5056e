package dev.drawdown.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Kafka and PostgreSQL alone, for as long as another process lives: what component tests stand on.
 * Ends by itself, so that a broken test run leaves nothing behind.
 */
public final class Backing {
  /** The file that tells where they listen, once they do. */
  public static final String ADDRESSES = "backing.properties";

  private Backing() {}

  /** Arguments: the project's root, the folder to use, the process to outlive. */
  public static void main(String[] args) throws Exception {
    Layout layout = new Layout(Path.of(args[0]), Path.of(args[1]));
    ProcessHandle run = ProcessHandle.of(Long.parseLong(args[2])).orElseThrow();
    Settings settings = Settings.free("");
    Postgres postgres = new Postgres(layout, settings.port(Settings.Port.POSTGRES));
    Kafka kafka = new Kafka(layout, settings);
    try {
      postgres.start();
      kafka.start();
      await(run, postgres::isReady);
      await(run, kafka::isReady);
      postgres.initialise();
      kafka.createTopics();
      Path fresh = layout.home().resolve(ADDRESSES + ".new");
      Files.writeString(
          fresh,
          "bootstrap=%s%npostgresPort=%d%nrun=%d%npid=%d%n"
              .formatted(
                  settings.bootstrap(),
                  settings.port(Settings.Port.POSTGRES),
                  run.pid(),
                  ProcessHandle.current().pid()));
      Files.move(fresh, layout.home().resolve(ADDRESSES), StandardCopyOption.ATOMIC_MOVE);
      run.onExit().get();
    } finally {
      kafka.process().stop();
      postgres.process().stop();
    }
  }

  private static void await(ProcessHandle run, BooleanSupplier ready) {
    while (!ready.getAsBoolean()) {
      if (!run.isAlive()) {
        throw new StackException("the test run ended while its parts were starting");
      }
      LockSupport.parkNanos(100_000_000L);
    }
  }
}
