package dev.drawdown.alerting.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** When a delivery is tried again: the growing waits of Standard Webhooks, over some three days. */
public final class Retries {
  private static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  private Retries() {}

  /** The wait after a number of failed attempts, or nothing when it is time to give up. */
  public static Optional<Duration> waitAfter(int attempts) {
    return attempts <= WAITS.size() ? Optional.of(WAITS.get(attempts - 1)) : Optional.empty();
  }

  /** Whether an answer says that the receiver has the message. */
  public static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }

  /** Whether an answer says never to come again. */
  public static boolean isGone(int status) {
    return status == 410;
  }
}
