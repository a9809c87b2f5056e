package dev.drawdown.contracts;

import java.util.List;

/**
 * Kafka topics. The key of every record is the account's id, so an account's records stay in order.
 */
public final class Topics {
  public static final String USAGE_RAW = "drawdown.usage.raw.v1";
  public static final String USAGE = "drawdown.usage.v1";
  public static final String ACCOUNT = "drawdown.account.v1";
  public static final String COMMITMENT = "drawdown.commitment.v1";
  public static final String POSTING = "drawdown.posting.v1";
  public static final String CHARGE = "drawdown.charge.v1";
  public static final String INVOICE = "drawdown.invoice.v1";
  public static final String ALERT = "drawdown.alert.v1";
  public static final String SCALE_DOWN = "drawdown.scale-down.v1";
  public static final String SCALE_DOWN_ANSWER = "drawdown.scale-down-answer.v1";
  public static final String QUARANTINE = "drawdown.quarantine.v1";

  /** Every topic, for whoever creates them. */
  public static final List<String> ALL =
      List.of(
          USAGE_RAW,
          USAGE,
          ACCOUNT,
          COMMITMENT,
          POSTING,
          CHARGE,
          INVOICE,
          ALERT,
          SCALE_DOWN,
          SCALE_DOWN_ANSWER,
          QUARANTINE);

  private Topics() {}
}
