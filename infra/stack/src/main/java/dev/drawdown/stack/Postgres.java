package dev.drawdown.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** A durable PostgreSQL server, set up by the same files that docker-compose mounts. */
public final class Postgres {
  /** The superuser of the local server; services use the role that init.sql makes. */
  private static final String SUPERUSER = "postgres";

  private final Layout layout;
  private final int port;
  private final Path data;
  private final ServerProcess process;

  public Postgres(Layout layout, int port) {
    this.layout = layout;
    this.port = port;
    this.data = layout.data("postgres");
    this.process = new ServerProcess(layout, "postgres");
  }

  public ServerProcess process() {
    return process;
  }

  public void start() {
    Path programs = PostgresBinaries.unpackedUnder(layout.infra("stack/target"));
    if (!Files.exists(data.resolve("PG_VERSION"))) {
      createCluster(programs);
    }
    process.start(
        Commands.notAsRoot(
            List.of(
                programs.resolve("bin/postgres").toString(),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "config_file=" + layout.infra("postgres/postgresql.conf"),
                "-c",
                "hba_file=" + data.resolve("pg_hba.conf"),
                "-c",
                "ident_file=" + data.resolve("pg_ident.conf"))),
        Map.of());
  }

  /** Whether the server answers. */
  public boolean isReady() {
    try (Connection connection = connect("postgres")) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Runs init.sql unless a former start has; after a half-done run only a reset helps. */
  public void initialise() {
    Path done = data.resolve("drawdown-initialised");
    if (Files.exists(done)) {
      return;
    }
    try {
      String script = Files.readString(layout.infra("postgres/init.sql"));
      String[] parts = script.split("(?m)^\\\\connect ");
      run("postgres", parts[0]);
      for (int i = 1; i < parts.length; i++) {
        int line = parts[i].indexOf('\n');
        run(parts[i].substring(0, line).strip(), parts[i].substring(line));
      }
      Files.writeString(done, "");
    } catch (IOException | SQLException e) {
      throw new StackException(
          "cannot set up PostgreSQL: %s; ./drawdown reset begins anew".formatted(e.getMessage()));
    }
  }

  private void createCluster(Path programs) {
    try {
      Files.createDirectories(layout.data("postgres").getParent());
      Process initdb =
          new ProcessBuilder(
                  Commands.notAsRoot(
                      List.of(
                          programs.resolve("bin/initdb").toString(),
                          "-D",
                          data.toString(),
                          "-U",
                          SUPERUSER,
                          "-A",
                          "trust",
                          "-E",
                          "UTF8",
                          "--locale=C")))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile()))
              .start();
      if (initdb.waitFor() != 0) {
        throw new StackException("initdb failed; see " + process.log());
      }
    } catch (IOException e) {
      throw new StackException("cannot run initdb: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("interrupted");
    }
  }

  private java.io.File logFile() throws IOException {
    Files.createDirectories(process.log().getParent());
    return process.log().toFile();
  }

  private void run(String database, String script) throws SQLException {
    String statements = script.replaceAll("(?m)^--.*$", "");
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      for (String sql : statements.split(";")) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database), SUPERUSER, "");
  }
}
