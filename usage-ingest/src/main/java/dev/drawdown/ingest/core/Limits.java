package dev.drawdown.ingest.core;

import java.time.Duration;

/**
 * How far from now usage may lie, and how large an event may be.
 *
 * @param ahead how far past the server's clock an event may end, inclusive: clocks differ
 * @param memory how long identities are remembered; usage that ended earlier is too old
 * @param span how long a span may be, so that one event cannot fill the books with slices
 * @param eventBytes how large one event may be
 */
public record Limits(Duration ahead, Duration memory, Duration span, int eventBytes) {
  public static final int BATCH_EVENTS = 10_000;
  public static final int BATCH_BYTES = 10 * 1024 * 1024;

  public static Limits withMemoryOf(Duration memory) {
    return new Limits(Duration.ofSeconds(300), memory, Duration.ofDays(400), 64 * 1024);
  }
}
