package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * Postings an account's books have grown by, on {@link Topics#POSTING}.
 *
 * <p>The sequence numbers of an account have no gaps: a consumer that has applied up to {@code n}
 * applies the event that begins with {@code n + 1} and drops one that ends at or before {@code n}.
 *
 * <p>Without postings the range is empty: the first number follows the last.
 *
 * @param windows allowances that moved, as they stand when all postings of the booking are told
 * @param outages reported outages of commitments, numbered by account from one without gaps
 */
public record PostingsBooked(
    String account,
    long firstSequence,
    long lastSequence,
    Instant bookedAt,
    List<Posting> postings,
    List<Window> windows,
    List<Outage> outages) {

  public PostingsBooked {
    outages = outages == null ? List.of() : List.copyOf(outages); // older messages have none
  }

  /**
   * One signed difference.
   *
   * @param kind DRAW, OVERAGE or ON_DEMAND
   * @param commitment whose draw or overage it is; empty for on-demand
   * @param region empty when the usage named none
   * @param unitSeconds the quantity times 3600, exact
   */
  public record Posting(
      long sequence,
      Instant start,
      Instant end,
      String usageClass,
      String sku,
      String region,
      String kind,
      String commitment,
      BigDecimal unitSeconds) {}

  /** GPUs of a commitment that were out from start to end, as the event of that identity said. */
  public record Outage(
      long number,
      String source,
      String id,
      String commitment,
      BigDecimal gpus,
      Instant start,
      Instant end) {}

  /** What a window grants and how much is drawn, in unit-seconds of the commitment. */
  public record Window(
      String commitment, Instant start, Instant end, BigDecimal granted, BigDecimal drawn) {}
}
