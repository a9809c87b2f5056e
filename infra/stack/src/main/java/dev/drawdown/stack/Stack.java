package dev.drawdown.stack;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The whole product on one machine: PostgreSQL, Kafka, Connect and the four services, as ordinary
 * durable processes.
 */
public final class Stack {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Layout layout;
  private final Settings settings;
  private final PrintStream out;
  private final Postgres postgres;
  private final Kafka kafka;
  private final Connect connect;
  private final List<Service> services = new ArrayList<>();
  private final Tokens tokens;
  private boolean closing;

  public Stack(Layout layout, Settings settings, PrintStream out) {
    this.layout = layout;
    this.settings = settings;
    this.out = out;
    this.postgres = new Postgres(layout, settings.port(Settings.Port.POSTGRES));
    this.kafka = new Kafka(layout, settings);
    this.connect = new Connect(layout, settings);
    this.tokens = new Tokens(layout);
    for (Service.Name name : Service.Name.values()) {
      services.add(new Service(name, layout, settings));
    }
  }

  public Settings settings() {
    return settings;
  }

  public Layout layout() {
    return layout;
  }

  public Tokens tokens() {
    return tokens;
  }

  public Service service(Service.Name name) {
    return services.get(name.ordinal());
  }

  public Kafka kafka() {
    return kafka;
  }

  public Postgres postgres() {
    return postgres;
  }

  public Connect connect() {
    return connect;
  }

  /** Every process, in the order of starting. */
  public List<ServerProcess> processes() {
    List<ServerProcess> all = new ArrayList<>();
    all.add(postgres.process());
    all.add(kafka.process());
    all.add(connect.process());
    services.forEach(service -> all.add(service.process()));
    return all;
  }

  /**
   * Starts whatever is missing and returns when all of it is ready.
   *
   * @param clock the services' time at this moment, ticking on; null keeps a running stack's time,
   *     and is the real time otherwise
   */
  public void up(Instant clock) {
    Instant begun = Instant.now();
    requireFreePorts();
    tokens.ensureKeys();
    Map<String, String> environment = environment(clock);
    // Kafka first: it comes up while a new database cluster is being made
    if (startIfMissing(kafka.process(), kafka::start)
        | startIfMissing(postgres.process(), postgres::start)) {
      await("postgres", postgres.process(), postgres::isReady, begun);
      await("kafka", kafka.process(), kafka::isReady, begun);
    }
    postgres.initialise();
    kafka.createTopics();
    for (Service service : services) {
      startIfMissing(service.process(), () -> service.start(environment));
    }
    startIfMissing(connect.process(), connect::start);
    for (Service service : services) {
      await(service.process().name(), service.process(), service::isReady, begun);
    }
    await("connect", connect.process(), connect::isReady, begun);
    connect.registerConnectors();
    await("connectors", connect.process(), connect::connectorsRun, begun);
    writeEnv();
  }

  /** Stops every process, the services first and the database last; the data stays. */
  public void down() {
    close();
    stopServices();
    List<ServerProcess> rest = List.of(connect.process(), kafka.process(), postgres.process());
    rest.forEach(this::stop);
    delete(layout.clockOffset());
  }

  /** From here on nothing is started any more, also by whoever is in the middle of it. */
  private synchronized void close() {
    closing = true;
  }

  /** Stops the four services only, to start them again with another clock. */
  public void stopServices() {
    List<Thread> stopping = new ArrayList<>();
    List<ServerProcess> reversed = new ArrayList<>();
    services.forEach(service -> reversed.add(service.process()));
    Collections.reverse(reversed);
    for (ServerProcess process : reversed) {
      stopping.add(Thread.ofVirtual().start(() -> stop(process)));
    }
    stopping.forEach(Stack::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop(ServerProcess process) {
    boolean ran = process.handle().isPresent();
    process.stop();
    if (ran) {
      out.println("  stopped " + process.name());
    }
  }

  private synchronized boolean startIfMissing(ServerProcess process, Runnable start) {
    if (closing) {
      throw new StackException("interrupted");
    }
    if (process.handle().isPresent()) {
      return false;
    }
    if (process.hasCrashed()) {
      out.println("  %s was gone; starting it again".formatted(process.name()));
    }
    start.run();
    return true;
  }

  private void requireFreePorts() {
    if (postgres.process().handle().isEmpty()) {
      settings.requireFree(Settings.Port.POSTGRES);
    }
    if (kafka.process().handle().isEmpty()) {
      settings.requireFree(Settings.Port.KAFKA);
      settings.requireFree(Settings.Port.KAFKA_CONTROLLER);
    }
    if (connect.process().handle().isEmpty()) {
      settings.requireFree(Settings.Port.CONNECT);
    }
    for (Service service : services) {
      if (service.process().handle().isEmpty()) {
        settings.requireFree(service.port());
      }
    }
  }

  private void await(String what, ServerProcess process, BooleanSupplier ready, Instant begun) {
    Instant limit = Instant.now().plus(PATIENCE);
    while (!ready.getAsBoolean()) {
      if (process.handle().isEmpty()) {
        throw new StackException(
            "%s ended while starting; see %s%n%s".formatted(what, process.log(), process.tail(20)));
      }
      if (Instant.now().isAfter(limit)) {
        throw new StackException(
            "%s is not ready after %d s; see %s"
                .formatted(what, PATIENCE.toSeconds(), process.log()));
      }
      LockSupport.parkNanos(250_000_000L);
    }
    long millis = Duration.between(begun, Instant.now()).toMillis();
    out.printf("  %-18s ready after %4.1f s%n", what, millis / 1000.0);
  }

  /** The environment of the four services; docker-compose sets the same names. */
  public Map<String, String> environment(Instant clock) {
    Map<String, String> environment = new HashMap<>();
    environment.put("KAFKA_BOOTSTRAP_SERVERS", settings.bootstrap());
    environment.put("DRAWDOWN_POSTGRES_HOST", "127.0.0.1");
    environment.put(
        "DRAWDOWN_POSTGRES_PORT", Integer.toString(settings.port(Settings.Port.POSTGRES)));
    environment.put("DRAWDOWN_POSTGRES_PASSWORD", "drawdown");
    environment.put("DRAWDOWN_JWT_ISSUER", Tokens.ISSUER);
    environment.put("DRAWDOWN_JWT_PUBLIC_KEY", tokens.publicKey().toUri().toString());
    environment.put("DRAWDOWN_LEDGER_URL", settings.url(Settings.Port.LEDGER));
    environment.put("DRAWDOWN_SERVICE_TOKEN", tokens.issue("operator", null));
    if (!settings.webhookAllow().isBlank()) {
      environment.put("DRAWDOWN_WEBHOOK_ALLOW", settings.webhookAllow());
    }
    environment.put("DRAWDOWN_CLOCK_OFFSET", clockOffset(clock).toString());
    return environment;
  }

  private Duration clockOffset(Instant clock) {
    try {
      Path file = layout.clockOffset();
      boolean someRun = services.stream().anyMatch(s -> s.process().handle().isPresent());
      if (clock == null) {
        return someRun && Files.exists(file)
            ? Duration.parse(Files.readString(file))
            : Duration.ZERO;
      }
      if (someRun) {
        throw new StackException("services run already with their clock; ./drawdown down first");
      }
      Duration offset = Duration.between(Instant.now(), clock);
      Kafka.write(file, offset.toString());
      return offset;
    } catch (IOException e) {
      throw new StackException("cannot read the clock's offset: " + e.getMessage());
    }
  }

  private void writeEnv() {
    String text =
        """
        INGEST_URL=%s
        LEDGER_URL=%s
        BILLING_URL=%s
        ALERTING_URL=%s
        KAFKA_BOOTSTRAP=%s
        CONNECT_URL=%s
        OPERATOR_TOKEN=%s
        """
            .formatted(
                settings.url(Settings.Port.INGEST),
                settings.url(Settings.Port.LEDGER),
                settings.url(Settings.Port.BILLING),
                settings.url(Settings.Port.ALERTING),
                settings.bootstrap(),
                settings.url(Settings.Port.CONNECT),
                tokens.issue("operator", null));
    Kafka.write(layout.env(), text);
    try {
      Files.setPosixFilePermissions(layout.env(), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new StackException("cannot protect " + layout.env() + ": " + e.getMessage());
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new StackException("cannot delete " + file + ": " + e.getMessage());
    }
  }
}
