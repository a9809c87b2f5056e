package dev.drawdown.contracts;

/** The CloudEvents {@code type} of what clusters publish. */
public final class EventTypes {
  /** What the types of Drawdown's own events begin with. */
  public static final String PREFIX = "dev.drawdown.";

  public static final String USAGE = "dev.drawdown.usage.v1";
  public static final String CORRECTION = "dev.drawdown.usage.correction.v1";
  public static final String OUTAGE = "dev.drawdown.outage.v1";
  public static final String UTILIZATION = "dev.drawdown.utilization.v1";

  private EventTypes() {}
}
