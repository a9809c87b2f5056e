package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Which commitment past usage would have paid for: the same hours replayed against every size of a
 * CAPACITY commitment. The cost falls with each GPU that is used more than the break-even part of
 * the time and rises with each that is not, so there is one best size.
 */
public final class Advice {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
  private static final BigDecimal HOURS_PER_MONTH = BigDecimal.valueOf(730);
  private static final int SCALE = 18;
  private static final int MOST_SIZES = 400;
  private static final int NEIGHBOURS = 2;

  /**
   * A commitment on offer.
   *
   * @param term as an ISO 8601 period, only to tell offers apart
   * @param feePerGpu for a month of 730 hours
   */
  public record Offer(String term, BigDecimal feePerGpu, BigDecimal overageDiscountPercent) {}

  /** What a size would have cost in the replayed time. */
  public record Size(BigDecimal gpus, BigDecimal fee, BigDecimal overage, BigDecimal cost) {}

  /** A size beside the best, and what choosing it would cost more. */
  public record Neighbour(BigDecimal gpus, BigDecimal cost, BigDecimal regret) {}

  /**
   * The answer for one offer.
   *
   * @param saving against all on demand; zero when no commitment pays
   * @param utilisationPercent how much of the best size would have been used; null for size zero
   */
  public record Curve(
      Offer offer,
      Size best,
      BigDecimal saving,
      BigDecimal savingPercent,
      BigDecimal utilisationPercent,
      List<Neighbour> neighbours,
      List<Size> curve) {}

  /** Usage of an hour: GPU-hours, and what a GPU-hour cost on demand, over all regions. */
  public record Hour(BigDecimal used, BigDecimal price) {
    /** Usage of the same hour at two prices. */
    public Hour and(Hour other) {
      BigDecimal sum = used.add(other.used);
      BigDecimal cost = used.multiply(price).add(other.used.multiply(other.price));
      return new Hour(
          sum, sum.signum() == 0 ? price : cost.divide(sum, SCALE, RoundingMode.HALF_UP));
    }
  }

  /** Beyond so many GPUs in one hour no size is tried. */
  public static final BigDecimal MOST_GPUS = BigDecimal.valueOf(100_000);

  private final Account account;
  private final SortedMap<Instant, Hour> hours;
  private final BigDecimal length;
  private final BigDecimal onDemand;
  private final BigDecimal peak;

  /**
   * @param hours that were used, by their beginning
   * @param length hours of the replayed time, used or not
   */
  public Advice(Account account, SortedMap<Instant, Hour> hours, BigDecimal length) {
    this.account = account;
    this.hours = hours;
    this.length = length;
    BigDecimal cost = BigDecimal.ZERO;
    BigDecimal most = BigDecimal.ZERO;
    for (Hour hour : hours.values()) {
      cost = cost.add(hour.used().multiply(hour.price()));
      most = most.max(hour.used());
    }
    this.onDemand = cost;
    this.peak = most;
  }

  public BigDecimal onDemand() {
    return Money.round(onDemand, account.currency());
  }

  /** The most GPUs used in one hour, 6 decimals. */
  public BigDecimal peak() {
    return peak.setScale(6, RoundingMode.HALF_UP);
  }

  /** Whether the peak is one that sizes can be tried for. */
  public boolean isWithinReach() {
    return peak.compareTo(MOST_GPUS) <= 0;
  }

  /** GPU-hours used. */
  public BigDecimal used() {
    return hours.values().stream()
        .map(Hour::used)
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .setScale(6, RoundingMode.HALF_UP);
  }

  /**
   * Replays every size up to the peak; of large peaks, evenly spread sizes and all near the best.
   */
  public Curve replay(Offer offer) {
    int most = peak.setScale(0, RoundingMode.CEILING).intValueExact();
    int step = Math.max(1, most / MOST_SIZES);
    List<Size> sizes = new ArrayList<>();
    for (int gpus = 0; gpus < most + step; gpus += step) {
      sizes.add(size(offer, Math.min(gpus, most)));
    }
    int around = cheapest(sizes).gpus().intValueExact();
    List<Size> near = new ArrayList<>();
    for (int gpus = Math.max(0, around - step); gpus <= Math.min(most, around + step); gpus++) {
      near.add(size(offer, gpus));
    }
    Size best = cheapest(near);
    BigDecimal saving = onDemand().subtract(best.cost());
    return new Curve(
        offer,
        best,
        saving,
        percent(saving, onDemand()),
        utilisation(best.gpus()),
        neighbours(offer, best),
        sizes);
  }

  private static Size cheapest(List<Size> sizes) {
    Size best = sizes.getFirst();
    for (Size size : sizes) {
      best = size.cost().compareTo(best.cost()) < 0 ? size : best;
    }
    return best;
  }

  private Size size(Offer offer, int gpus) {
    BigDecimal size = BigDecimal.valueOf(gpus);
    BigDecimal beyond = BigDecimal.ZERO;
    for (Hour hour : hours.values()) {
      BigDecimal over = hour.used().subtract(size);
      if (over.signum() > 0) {
        beyond = beyond.add(over.multiply(hour.price()));
      }
    }
    // without a commitment there is no overage, and so no discount on it
    BigDecimal kept = gpus == 0 ? HUNDRED : HUNDRED.subtract(offer.overageDiscountPercent());
    BigDecimal overage = Money.roundQuotient(beyond.multiply(kept), HUNDRED, account.currency());
    BigDecimal fee =
        Money.roundQuotient(
            offer.feePerGpu().multiply(size).multiply(length), HOURS_PER_MONTH, account.currency());
    return new Size(size, fee, overage, fee.add(overage));
  }

  private List<Neighbour> neighbours(Offer offer, Size best) {
    List<Neighbour> neighbours = new ArrayList<>();
    int at = best.gpus().intValueExact();
    for (int gpus = Math.max(0, at - NEIGHBOURS); gpus <= at + NEIGHBOURS; gpus++) {
      if (gpus != at) {
        Size size = size(offer, gpus);
        neighbours.add(new Neighbour(size.gpus(), size.cost(), size.cost().subtract(best.cost())));
      }
    }
    return neighbours;
  }

  private BigDecimal utilisation(BigDecimal gpus) {
    if (gpus.signum() == 0 || length.signum() == 0) {
      return null;
    }
    BigDecimal used = BigDecimal.ZERO;
    for (Hour hour : hours.values()) {
      used = used.add(hour.used().min(gpus));
    }
    return percent(used, gpus.multiply(length));
  }

  private static BigDecimal percent(BigDecimal part, BigDecimal whole) {
    return whole.signum() == 0
        ? null
        : part.multiply(HUNDRED).divide(whole, 2, RoundingMode.HALF_UP);
  }

  /** GPU-hours of unit-seconds. */
  public static BigDecimal gpuHours(BigDecimal seconds) {
    return seconds.divide(SECONDS_PER_HOUR, SCALE, RoundingMode.HALF_UP);
  }
}
