package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The committed time of an account's period, used piece by piece in time order. */
public final class Committed {
  /** Committed time that lapsed at the end of its window, and the part of the fee for it. */
  public record Lapsed(
      Commitment commitment, Instant start, Instant end, BigDecimal units, BigDecimal effective) {}

  private final Map<String, CommittedTime> byId = new LinkedHashMap<>();
  private final List<Lapsed> lapsed = new ArrayList<>();

  /**
   * @param drawnBefore unit-seconds drawn in each commitment's window before the period began
   */
  public Committed(
      Account account,
      Period period,
      List<Commitment> commitments,
      Map<String, BigDecimal> drawnBefore) {
    for (Commitment c : commitments) {
      BigDecimal before = drawnBefore.getOrDefault(c.id(), BigDecimal.ZERO);
      byId.put(c.id(), new CommittedTime(account, c, period, before));
    }
  }

  /** The commitment, if it is known. */
  Commitment find(String id) {
    CommittedTime time = byId.get(id);
    return time == null ? null : time.commitment();
  }

  /**
   * Uses covered hours of a SKU; answers the part of the fee for them.
   *
   * @param seconds unit-seconds of the SKU
   */
  BigDecimal use(String id, String sku, Instant at, BigDecimal seconds) {
    CommittedTime time = byId.get(id);
    if (time == null) {
      return BigDecimal.ZERO;
    }
    lapse(time, at);
    return time.use(at, seconds.multiply(weight(time.commitment(), sku)));
  }

  /** The part of the fee for a covered piece. */
  public BigDecimal use(Pricing.Piece piece) {
    return use(piece.of().commitment(), piece.of().sku(), piece.sliceStart(), piece.seconds());
  }

  static BigDecimal weight(Commitment commitment, String sku) {
    return commitment.skus().getOrDefault(sku, BigDecimal.ONE);
  }

  private void lapse(CommittedTime time, Instant until) {
    time.endingBefore(until)
        .forEach(
            one ->
                lapsed.add(
                    new Lapsed(
                        time.commitment(), one.start(), one.end(), one.units(), one.effective())));
  }

  /** What has lapsed up to an instant and was not told before. */
  public List<Lapsed> lapsed(Instant until) {
    byId.values().forEach(time -> lapse(time, until));
    List<Lapsed> told = List.copyOf(lapsed);
    lapsed.clear();
    return told;
  }
}
