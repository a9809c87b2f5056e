package dev.drawdown.stack;

import dev.drawdown.stack.demo.Demo;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays a month of three customers on the local stack. */
@Command(name = "demo", description = "Plays a month of three customers and checks the books.")
final class DemoCommand implements Callable<Integer> {
  @Option(names = "--exit", description = "Stop everything at the end.")
  private boolean exit;

  @Override
  public Integer call() {
    String allow = System.getenv().getOrDefault("DRAWDOWN_WEBHOOK_ALLOW", "127.0.0.1");
    Stack stack =
        new Stack(
            Layout.ofCommand(), Settings.of(System.getenv()).allowingWebhooksTo(allow), System.out);
    if (stack.processes().stream().anyMatch(process -> process.handle().isPresent())) {
      throw new StackException("the stack is up; stop it with ./drawdown down first");
    }
    Runtime.getRuntime().addShutdownHook(new Thread(stack::down));
    List<String> differences = new Demo(stack, System.out).run();
    if (!differences.isEmpty()) {
      System.out.println("\nThe books do not balance:");
      differences.forEach(difference -> System.out.println("  " + difference));
      return 1;
    }
    System.out.println("\nThe books balance.");
    if (!exit) {
      System.out.println("The stack stays up, with its clock on 1 April 2026; Ctrl-C stops it.");
      watch(stack);
    }
    return 0;
  }

  /** Says when a part is gone, once for each time it is. */
  private static void watch(Stack stack) {
    List<String> known = List.of();
    while (!Thread.currentThread().isInterrupted()) {
      List<String> gone =
          stack.processes().stream()
              .filter(process -> process.handle().isEmpty())
              .map(process -> process.name() + " is gone; see " + process.log())
              .toList();
      if (!gone.equals(known)) {
        gone.forEach(System.out::println);
        known = gone;
      }
      LockSupport.parkNanos(1_000_000_000L);
    }
  }
}
