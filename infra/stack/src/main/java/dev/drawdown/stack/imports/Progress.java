package dev.drawdown.stack.imports;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/** A progress bar: a line for each tenth, which reads well on a terminal and in a log. */
final class Progress {
  private static final int WIDTH = 40;

  private final PrintStream out;
  private final int total;
  private final Instant begun = Instant.now();
  private int lastTenth;

  Progress(PrintStream out, int total) {
    this.out = out;
    this.total = total;
  }

  void show(int done) {
    int tenth = total == 0 ? 10 : (int) (10L * done / total);
    if (tenth > lastTenth) {
      lastTenth = tenth;
      int filled = total == 0 ? WIDTH : (int) ((long) WIDTH * done / total);
      long millis = Math.max(1, Duration.between(begun, Instant.now()).toMillis());
      String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
      out.printf("  [%s] %,d of %,d events, %,d/s%n", bar, done, total, 1000L * done / millis);
    }
  }
}
