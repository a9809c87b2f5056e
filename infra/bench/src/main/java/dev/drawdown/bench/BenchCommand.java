package dev.drawdown.bench;

import dev.drawdown.stack.Layout;
import dev.drawdown.stack.StackException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./drawdown bench}: throughput and latency end to end, beside the plainest loop there is.
 */
@Command(
    name = "bench",
    description = {
      "Measures the ledger end to end on a stack of its own, beside a plain hand-written consumer",
      "loop in the same run. Prints a table and writes .drawdown/bench.json."
    },
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {
  @Option(names = "--events", defaultValue = "1000000", description = "events of a round")
  private int events;

  @Option(names = "--rounds", defaultValue = "3", description = "measured rounds, after a warm-up")
  private int rounds;

  @Option(names = "--accounts", defaultValue = "1000", description = "accounts of the main rounds")
  private int accounts;

  @Option(
      names = "--growth",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "also measure how cost grows with accounts, commitments and late events")
  private boolean growth;

  @Option(
      names = "--close",
      defaultValue = "300",
      description = "accounts whose month is invoiced, 744 hours of 3 SKUs each; 0 for none")
  private int close;

  private BenchCommand() {}

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new BenchCommand());
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          if (exception instanceof StackException) {
            command.getErr().println("drawdown bench: " + exception.getMessage());
          } else {
            exception.printStackTrace(command.getErr());
          }
          return 1;
        });
    System.exit(line.execute(args));
  }

  @Override
  public Integer call() {
    Layout of = Layout.ofCommand();
    Layout own = new Layout(of.root(), of.home().resolve("bench"));
    Bench bench = new Bench(own, System.out);
    Report report = bench.run(events, rounds, accounts, growth, close);
    report.print(System.out);
    report.write(of.home().resolve("bench.json"));
    return report.allAccountedFor() ? 0 : 1;
  }
}
