package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Corrections.Charged;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An account's invoices in a map, put together as the use cases do. */
final class InvoicingModel {
  private static final Map<String, String> UNITS = Map.of("a100", "GPU_HOUR");

  private final Account account;
  private final List<Commitment> commitments = new ArrayList<>();
  private final List<Outage> outages = new ArrayList<>();
  private final List<Price> prices = new ArrayList<>();
  private final Map<BookedUsage, BigDecimal> booked = new HashMap<>();
  private final Map<YearMonth, Rating.Result> valid = new TreeMap<>();

  InvoicingModel() {
    this(BigDecimal.ZERO);
    price("2.00", "2026-01-01T00:00:00Z");
  }

  InvoicingModel(BigDecimal taxPercent) {
    account =
        new Account("acme", "Acme", Currency.getInstance("USD"), ZoneId.of("UTC"), taxPercent, 1);
  }

  void price(String amount, String from) {
    prices.add(
        new Price(
            "p" + prices.size(),
            prices.size(),
            "a100",
            null,
            null,
            account.currency(),
            new BigDecimal(amount),
            Instant.parse(from),
            List.of()));
  }

  void commit(Commitment commitment) {
    commitments.add(commitment);
  }

  void outage(Outage outage) {
    outages.add(outage);
  }

  /** Hours on demand, or back when negative. */
  void use(String at, String hours) {
    post(BookedUsage.Kind.ON_DEMAND, at, "", new BigDecimal(hours));
  }

  void post(BookedUsage.Kind kind, String at, String commitment, BigDecimal hours) {
    BookedUsage place =
        new BookedUsage(
            Instant.parse(at), "elastic", "a100", "", kind, commitment, BigDecimal.ZERO);
    booked.merge(place, hours.multiply(BigDecimal.valueOf(3600)), BigDecimal::add);
  }

  private Rating.Result rate(YearMonth label) {
    Period period = account.period(label);
    List<BookedUsage> usage = new ArrayList<>();
    booked.forEach(
        (place, seconds) -> {
          if (period.contains(place.sliceStart())) {
            usage.add(place.with(seconds));
          }
        });
    return Rating.rate(account, period, usage, commitments, outages, prices, UNITS);
  }

  private List<Charged> chargedFor(YearMonth label) {
    List<Charged> charged = new ArrayList<>();
    valid.forEach(
        (period, invoice) ->
            invoice.lines().stream()
                .filter(line -> line.kind() != Line.Kind.TAX)
                .filter(line -> countsFor(period, line).equals(label.toString()))
                .forEach(line -> charged.add(new Charged(line.of(), line.amount()))));
    return charged;
  }

  private static String countsFor(YearMonth own, Line line) {
    return line.correctsPeriod() == null ? own.toString() : line.correctsPeriod();
  }

  /** The invoice's total; that of the invoice that is there already when there is one. */
  String finalise(String month) {
    YearMonth label = YearMonth.parse(month);
    if (!valid.containsKey(label)) {
      List<Line> corrections = new ArrayList<>();
      for (YearMonth older : valid.keySet()) {
        if (older.isBefore(label)) {
          corrections.addAll(Corrections.of(older, rate(older).lines(), chargedFor(older)));
        }
      }
      corrections.addAll(Corrections.of(label, List.of(), chargedFor(label)));
      valid.put(label, rate(label).with(account, corrections));
    }
    return valid.get(label).total().toPlainString();
  }

  void makeVoid(String month) {
    valid.remove(YearMonth.parse(month));
  }

  String correctionsOn(String month, String corrected) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Line line : valid.get(YearMonth.parse(month)).lines()) {
      sum = corrected.equals(line.correctsPeriod()) ? sum.add(line.amount()) : sum;
    }
    return sum.toPlainString();
  }

  /** What valid invoices have charged for a period, without tax. */
  String charged(String month) {
    return chargedFor(YearMonth.parse(month)).stream()
        .map(Charged::amount)
        .reduce(BigDecimal.ZERO.setScale(2), BigDecimal::add)
        .toPlainString();
  }

  /** What the facts say a period costs, without tax. */
  String owed(String month) {
    return rate(YearMonth.parse(month)).subtotal().toPlainString();
  }

  Map<YearMonth, Rating.Result> valid() {
    return valid;
  }
}
