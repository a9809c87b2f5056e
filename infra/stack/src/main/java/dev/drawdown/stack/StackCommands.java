package dev.drawdown.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that start, stop and show the local stack. */
final class StackCommands {
  private StackCommands() {}

  static Stack stack() {
    return new Stack(Layout.ofCommand(), Settings.of(System.getenv()), System.out);
  }

  static Instant instant(String option, String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new StackException(
          "%s must be a UTC time such as 2026-03-31T23:59:50Z, not '%s'".formatted(option, text));
    }
  }

  @Command(name = "up", description = "Starts the stack, or what is missing of it.")
  static final class Up implements Callable<Integer> {
    @Option(names = "--clock", description = "The services' time at the start, ticking on.")
    private String clock;

    @Override
    public Integer call() {
      Stack stack = stack();
      boolean allNew = stack.processes().stream().allMatch(p -> p.handle().isEmpty());
      Thread undo = new Thread(stack::down);
      if (allNew) {
        Runtime.getRuntime().addShutdownHook(undo);
      }
      stack.up(instant("--clock", clock));
      if (allNew) {
        Runtime.getRuntime().removeShutdownHook(undo);
      }
      System.out.println("Ready. Addresses and a token: " + stack.layout().env());
      return 0;
    }
  }

  @Command(name = "down", description = "Stops the stack; its data stays.")
  static final class Down implements Callable<Integer> {
    @Override
    public Integer call() {
      stack().down();
      return 0;
    }
  }

  @Command(name = "status", description = "Shows every part: state, memory, address, log.")
  static final class Status implements Callable<Integer> {
    @Override
    public Integer call() {
      Stack stack = stack();
      int down = 0;
      System.out.printf("%-18s %-8s %8s %9s  %s%n", "part", "state", "pid", "RSS MiB", "log");
      for (ServerProcess process : stack.processes()) {
        Optional<ProcessHandle> handle = process.handle();
        down += handle.isPresent() ? 0 : 1;
        System.out.printf(
            "%-18s %-8s %8s %9s  %s%n",
            process.name(),
            handle.isPresent() ? "up" : process.hasCrashed() ? "CRASHED" : "down",
            handle.map(h -> Long.toString(h.pid())).orElse("-"),
            handle.map(h -> Long.toString(Memory.residentMiB(h))).orElse("-"),
            process.log());
      }
      return down == 0 ? 0 : 3;
    }
  }

  @Command(name = "reset", description = "Stops the stack and deletes its data, logs and keys.")
  static final class Reset implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
      Stack stack = stack();
      stack.down();
      for (String folder : List.of("data", "logs", "keys", "config", "run", "env")) {
        deleteTree(stack.layout().home().resolve(folder));
      }
      System.out.println("All data of " + stack.layout().home() + " is deleted.");
      return 0;
    }
  }

  @Command(name = "token", description = "Prints a signed token.")
  static final class Token implements Callable<Integer> {
    @Option(names = "--role", required = true, description = "operator, cluster or customer")
    private String role;

    @Option(names = "--account", description = "the account of a customer")
    private String account;

    @Override
    public Integer call() {
      System.out.println(stack().tokens().issue(role, account));
      return 0;
    }
  }

  static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
