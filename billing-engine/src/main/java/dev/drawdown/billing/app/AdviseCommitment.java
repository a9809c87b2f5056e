package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.Advice;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Period;
import dev.drawdown.billing.core.Tariff;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.kit.Months;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Replays an account's past usage of a SKU against commitments on offer. */
@ApplicationScoped
public class AdviseCommitment {
  /**
   * What is asked.
   *
   * @param sku the most used one when null
   */
  public record Query(Instant from, Instant to, String sku, List<Advice.Offer> offers) {}

  /** What past usage says; without prices, or with an absurd peak, there are no curves. */
  public record Answer(
      String sku,
      Instant from,
      Instant to,
      String currency,
      BigDecimal hours,
      BigDecimal peakGpus,
      BigDecimal onDemandCost,
      boolean offersAssumed,
      List<Advice.Curve> offers) {}

  private static final BigDecimal HOURS_PER_MONTH = BigDecimal.valueOf(730);
  private static final Map<String, String> ASSUMED =
      new TreeMap<>(Map.of("P1M", "0.8", "P1Y", "0.6"));

  private final Pool pool;
  private final CopyStore copyStore;
  private final RatePeriod ratePeriod;

  AdviseCommitment(Pool pool, CopyStore copyStore, RatePeriod ratePeriod) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.ratePeriod = ratePeriod;
  }

  /** Nothing when the account is not known here. */
  public Optional<Answer> handle(String id, Query query) {
    RatePeriod.Tables tables = ratePeriod.tables();
    return Transaction.run(
        pool,
        tx ->
            Optional.ofNullable(copyStore.accounts(tx, List.of(id)).get(id))
                .map(
                    account -> {
                      Period stretch =
                          new Period(
                              account.periodOf(query.from()).label(), query.from(), query.to());
                      CopyStore.Stretch asked = new CopyStore.Stretch(id, stretch);
                      List<BookedUsage> usage =
                          copyStore.usage(tx, List.of(asked)).getOrDefault(asked, List.of());
                      return answer(account, query, usage, tables);
                    }));
  }

  private static Answer answer(
      Account account, Query query, List<BookedUsage> usage, RatePeriod.Tables tables) {
    String sku = query.sku() == null ? mostUsed(usage, tables.units()) : query.sku();
    Tariff tariff = new Tariff(account, tables.prices());
    SortedMap<Instant, Advice.Hour> hours = new TreeMap<>();
    for (BookedUsage one : usage) {
      if (one.sku().equals(sku)) {
        Instant hour = Months.hourOf(one.sliceStart(), account.zone()).start();
        BigDecimal price =
            tariff.unitPrice(sku, one.region(), one.sliceStart()).orElse(BigDecimal.ZERO);
        hours.merge(
            hour, new Advice.Hour(Advice.gpuHours(one.unitSeconds()), price), Advice.Hour::and);
      }
    }
    BigDecimal length =
        Advice.gpuHours(BigDecimal.valueOf(Duration.between(query.from(), query.to()).toSeconds()));
    Advice advice = new Advice(account, hours, length);
    BigDecimal list = sku == null ? null : tariff.unitPrice(sku, "", query.to()).orElse(null);
    List<Advice.Offer> offers = query.offers().isEmpty() ? assumed(list) : query.offers();
    return new Answer(
        sku,
        query.from(),
        query.to(),
        account.currency().getCurrencyCode(),
        advice.used(),
        advice.peak(),
        advice.onDemand(),
        query.offers().isEmpty(),
        advice.isWithinReach() ? offers.stream().map(advice::replay).toList() : List.of());
  }

  /** Where no offers are named: a month at 20 % off the list price, a year at 40 % off. */
  private static List<Advice.Offer> assumed(BigDecimal list) {
    if (list == null) {
      return List.of();
    }
    return ASSUMED.entrySet().stream()
        .map(
            e ->
                new Advice.Offer(
                    e.getKey(),
                    list.multiply(HOURS_PER_MONTH).multiply(new BigDecimal(e.getValue())),
                    BigDecimal.ZERO))
        .toList();
  }

  private static String mostUsed(List<BookedUsage> usage, Map<String, String> units) {
    Map<String, BigDecimal> seconds = new HashMap<>();
    for (BookedUsage one : usage) {
      if (units.getOrDefault(one.sku(), "GPU_HOUR").equals("GPU_HOUR")) {
        seconds.merge(one.sku(), one.unitSeconds(), BigDecimal::add);
      }
    }
    return seconds.entrySet().stream()
        .max(
            Map.Entry.<String, BigDecimal>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }
}
