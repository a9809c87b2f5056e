package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** An invoice with every kind of line, always the same. */
public final class SampleInvoice {
  /** How many letters x a sample has besides its name, as "Tax" and "max" would. */
  public static final int OTHER_X = 2;

  private static final Instant ISSUED = Instant.parse("2026-07-02T08:00:00Z");

  private SampleInvoice() {}

  public static Invoice full(String name) {
    return make(name, "reserved-a100", usage("reserved-a100"));
  }

  public static Invoice withCommitment(String id) {
    return make("Acme", id, usage(id));
  }

  /** An invoice with a line for each of so many SKUs. */
  public static Invoice of(int skus) {
    List<BookedUsage> usage = new ArrayList<>();
    for (int i = 0; i < skus; i++) {
      usage.add(usage("2026-06-10T00:00:00Z", "sku-" + i, BookedUsage.Kind.ON_DEMAND, "", "1.5"));
    }
    return make("Many", "reserved-a100", usage);
  }

  private static List<BookedUsage> usage(String commitment) {
    List<BookedUsage> usage = new ArrayList<>();
    for (int day = 1; day <= 30; day++) {
      String at = "2026-06-%02dT10:00:00Z".formatted(day);
      usage.add(usage(at, "a100", BookedUsage.Kind.DRAW, commitment, "" + (60 + day)));
      if (day % 3 == 0) {
        usage.add(usage(at, "a100", BookedUsage.Kind.OVERAGE, commitment, "12.345678"));
      }
      if (day % 5 == 0) {
        usage.add(usage(at, "h100", BookedUsage.Kind.ON_DEMAND, "", "20"));
      }
    }
    return usage;
  }

  private static BookedUsage usage(
      String at, String sku, BookedUsage.Kind kind, String commitment, String hours) {
    return new BookedUsage(
        Instant.parse(at),
        "elastic",
        sku,
        "eu-central-1",
        kind,
        commitment,
        new BigDecimal(hours).multiply(BigDecimal.valueOf(3600)));
  }

  private static Invoice make(String name, String commitment, List<BookedUsage> usage) {
    Account account =
        new Account(
            "acme", name, Currency.getInstance("EUR"), ZoneId.of("UTC"), new BigDecimal("19"), 1);
    Commitment terms = terms(commitment);
    Outage outage =
        new Outage(
            "monitor",
            "o1",
            commitment,
            new BigDecimal("4"),
            Instant.parse("2026-06-10T10:00:00Z"),
            Instant.parse("2026-06-10T11:00:00Z"));
    Period period = account.period(YearMonth.parse("2026-06"));
    List<Price> prices =
        usage.stream().map(BookedUsage::sku).distinct().map(SampleInvoice::price).toList();
    Rating.Result result =
        Rating.rate(
            account,
            period,
            usage,
            List.of(terms),
            List.of(outage),
            prices,
            Map.of("a100", "GPU_HOUR", "h100", "GPU_HOUR"));
    Line late =
        Line.plain(
            Line.Kind.CORRECTION,
            new Line.Subject(Line.Kind.ON_DEMAND, "h100", null, null),
            "Correction of 2026-05: h100 on demand",
            new BigDecimal("-12.50"),
            "2026-05");
    return Invoice.draft(
            account,
            period,
            result.with(account, List.of(late)),
            Day.of(account, period, usage, List.of(terms)))
        .issued(UUID.fromString("0190e2a4-7c31-7000-8000-00000000e201"), "INV-2026-000123", ISSUED);
  }

  private static Commitment terms(String id) {
    return Terms.of(id)
        .fee("8000.00", Commitment.Fee.Per.MONTH)
        .tiers(
            new Commitment.Tier(new BigDecimal("100"), new BigDecimal("10")),
            new Commitment.Tier(null, new BigDecimal("5")))
        .sla("99.9", "10")
        .make();
  }

  private static Price price(String sku) {
    return new Price(
        "p-" + sku,
        0,
        sku,
        null,
        null,
        Currency.getInstance("EUR"),
        new BigDecimal("4.50"),
        Instant.parse("2026-01-01T00:00:00Z"),
        List.of());
  }
}
