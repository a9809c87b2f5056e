package dev.drawdown.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One long-running process of a stack. It outlives the command that starts it; a file remembers its
 * id and start time, so that a recycled id is never taken for it.
 */
public final class ServerProcess {
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final String name;
  private final Path pidFile;
  private final Path log;

  public ServerProcess(Layout layout, String name) {
    this.name = name;
    this.pidFile = layout.pid(name);
    this.log = layout.log(name);
  }

  public String name() {
    return name;
  }

  public Path log() {
    return log;
  }

  /** The process if it lives. */
  public Optional<ProcessHandle> handle() {
    return remembered().filter(ProcessHandle::isAlive);
  }

  /** Resident MiB of the process and its children; 0 when it does not live. */
  public long residentMiB() {
    return handle().map(Memory::residentMiB).orElse(0L);
  }

  /** Whether it was started, not stopped by us, and yet is gone. */
  public boolean hasCrashed() {
    return Files.exists(pidFile) && handle().isEmpty();
  }

  /** Starts the command in a session of its own, its output appended to the log. */
  public ProcessHandle start(List<String> command, Map<String, String> environment) {
    try {
      Files.createDirectories(pidFile.getParent());
      Files.createDirectories(log.getParent());
      ProcessBuilder builder = new ProcessBuilder(Commands.detached(command));
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      ProcessHandle handle = builder.start().toHandle();
      Files.writeString(pidFile, handle.pid() + " " + startOf(handle));
      return handle;
    } catch (IOException e) {
      throw new StackException("cannot start " + name + ": " + e.getMessage());
    }
  }

  /** Asks the process to end, ends it by force after a grace, and forgets it. */
  public void stop() {
    handle()
        .ifPresent(
            handle -> {
              handle.destroy();
              if (!endsWithin(handle, GRACE)) {
                handle.descendants().forEach(ProcessHandle::destroyForcibly);
                handle.destroyForcibly();
                endsWithin(handle, GRACE);
              }
            });
    try {
      Files.deleteIfExists(pidFile);
    } catch (IOException e) {
      throw new StackException("cannot delete " + pidFile + ": " + e.getMessage());
    }
  }

  /** The last lines of the log, to show beside a failure. */
  public String tail(int lines) {
    try {
      List<String> all = Files.readAllLines(log);
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException e) {
      return "(no log at " + log + ")";
    }
  }

  private Optional<ProcessHandle> remembered() {
    try {
      if (!Files.exists(pidFile)) {
        return Optional.empty();
      }
      String[] words = Files.readString(pidFile).strip().split(" ");
      return ProcessHandle.of(Long.parseLong(words[0]))
          .filter(handle -> isSameStart(startOf(handle), words[1]));
    } catch (IOException e) {
      throw new StackException("cannot read " + pidFile + ": " + e.getMessage());
    }
  }

  /** A stepped wall clock moves the start that the system tells by a little. */
  private static boolean isSameStart(String told, String remembered) {
    if (told.equals(remembered)) {
      return true;
    }
    try {
      Duration apart = Duration.between(Instant.parse(told), Instant.parse(remembered));
      return apart.abs().compareTo(Duration.ofSeconds(10)) < 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static String startOf(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toString).orElse("unknown");
  }

  private static boolean endsWithin(ProcessHandle handle, Duration limit) {
    try {
      handle.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new StackException("cannot wait for " + handle.pid() + ": " + e.getMessage());
    }
  }
}
