package dev.drawdown.billing.core;

import dev.drawdown.billing.core.FocusRow.Column;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;

/** A customer's June of 720 hours, and its export. */
abstract class FocusFixture {
  static final Account ACME =
      new Account(
          "acme", "Acme", Currency.getInstance("USD"), ZoneId.of("UTC"), new BigDecimal("7.25"), 1);
  static final Period JUNE = ACME.period(YearMonth.parse("2026-06"));

  final List<BookedUsage> usage = new ArrayList<>();
  final List<Share> shares = new ArrayList<>();
  final List<Commitment> commitments = new ArrayList<>();

  void use(BookedUsage.Kind kind, String at, String commitment, String hours, String pod) {
    BigDecimal seconds = new BigDecimal(hours).multiply(BigDecimal.valueOf(3600));
    Instant start = Instant.parse(at);
    BookedUsage place =
        new BookedUsage(start, "reserved", "a100", "us-west-1", kind, commitment, BigDecimal.ZERO);
    usage.removeIf(
        u -> {
          boolean same = u.with(BigDecimal.ZERO).equals(place);
          if (same) {
            pending = u.unitSeconds();
          }
          return same;
        });
    usage.add(place.with(seconds.add(pending)));
    pending = BigDecimal.ZERO;
    shares.add(new Share(start.plusSeconds(3600), null, pod, null, place.with(seconds)));
  }

  private BigDecimal pending = BigDecimal.ZERO;
  Instant lapsedUntil = JUNE.end();

  Rating.Result result() {
    return Rating.rate(
        ACME, JUNE, usage, commitments, List.of(), List.of(price()), Map.of("a100", "GPU_HOUR"));
  }

  static Price price() {
    return new Price(
        "p",
        1,
        "a100",
        null,
        null,
        ACME.currency(),
        new BigDecimal("4.50"),
        Instant.parse("2026-01-01T00:00:00Z"),
        List.of());
  }

  List<FocusRow> export() {
    FocusExport export =
        new FocusExport(
            new FocusExport.Basis(
                ACME,
                JUNE,
                result().lines(),
                Pricing.of(ACME, usage, commitments, List.of(price())).pieces(),
                commitments,
                List.of(price()),
                Map.of("a100", "GPU_HOUR"),
                Map.of(),
                lapsedUntil,
                "GPU cloud",
                "INV-2026-000001"));
    List<FocusRow> rows = new ArrayList<>(export.purchases());
    Instant from = JUNE.start();
    while (from.isBefore(JUNE.end())) {
      Instant day = from;
      Instant to = from.plus(Duration.ofDays(1));
      rows.addAll(
          export.usage(
              day,
              to,
              shares.stream()
                  .filter(s -> !s.usage().sliceStart().isBefore(day))
                  .filter(s -> s.usage().sliceStart().isBefore(to))
                  .sorted((a, b) -> a.usage().compareTo(b.usage()))
                  .toList()));
      from = to;
    }
    rows.addAll(export.rest());
    return rows;
  }

  static BigDecimal sum(List<FocusRow> rows, Column column) {
    return rows.stream().map(r -> r.number(column)).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  static List<FocusRow> where(List<FocusRow> rows, Column column, String value) {
    return rows.stream().filter(r -> value.equals(r.get(column))).toList();
  }

  void fourForAYear() {
    commitments.add(
        Terms.of("cd-1")
            .fee("8000.00", Commitment.Fee.Per.MONTH)
            .tiers(new Commitment.Tier(null, BigDecimal.TEN))
            .make());
  }
}
