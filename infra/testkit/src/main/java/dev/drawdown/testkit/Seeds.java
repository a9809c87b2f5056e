package dev.drawdown.testkit;

import java.util.Random;
import java.util.stream.LongStream;

/** Seeds of property tests: printed in every failure; {@code SEED=n} runs that one alone. */
public final class Seeds {
  private Seeds() {}

  /**
   * The seeds to run: a fixed number of them, different in every run, or the one asked for. The
   * system property {@code drawdown.seeds} lowers the number, for runs that repeat all tests often.
   */
  public static LongStream some(int count) {
    String asked = System.getenv("SEED");
    int most = Math.min(count, Integer.getInteger("drawdown.seeds", count));
    return asked == null
        ? new Random().longs(most, 0, 1_000_000_000L)
        : LongStream.of(Long.parseLong(asked));
  }

  /** Runs a property, and names the seed when it does not hold. */
  public static void check(int count, Property property) {
    some(count)
        .forEach(
            seed -> {
              try {
                property.holds(new Random(seed));
              } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("fails for SEED=" + seed + ": " + e.getMessage(), e);
              }
            });
  }

  /** Something that holds for every random input. */
  public interface Property {
    void holds(Random random);
  }
}
