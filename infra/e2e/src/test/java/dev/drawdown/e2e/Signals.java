package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;

import dev.drawdown.stack.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What an operating system does to a process and its children. */
final class Signals {
  private Signals() {}

  /** {@code kill -9}. */
  static void kill(ServerProcess process) {
    List<ProcessHandle> all = tree(process);
    all.forEach(ProcessHandle::destroyForcibly);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** {@code SIGSTOP}: alive, but deaf. */
  static void stop(ServerProcess process) {
    signal("STOP", process);
  }

  /** {@code SIGCONT}. */
  static void go(ServerProcess process) {
    signal("CONT", process);
  }

  private static void signal(String signal, ServerProcess process) {
    for (ProcessHandle handle : tree(process)) {
      try {
        new ProcessBuilder("kill", "-" + signal, Long.toString(handle.pid())).start().waitFor();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static List<ProcessHandle> tree(ServerProcess process) {
    ProcessHandle root = process.handle().orElseThrow();
    return Stream.concat(Stream.of(root), root.descendants()).toList();
  }
}
