package dev.drawdown.ledger.core;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** A few days of one account: commitments whose edges cut hours, events, and corrections. */
final class RandomFacts {
  private static final Instant BEGINNING = Instant.parse("2026-03-27T00:00:00Z");
  private static final List<String> ZONES =
      List.of("UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Berlin");
  private static final List<String> SKUS = List.of("a100", "h100");
  private static final List<String> REGIONS = List.of("", "eu", "us");

  private final Random random;
  private final Calendar calendar;
  private final List<Commitment> commitments = new ArrayList<>();
  private final List<Fact> facts = new ArrayList<>();

  RandomFacts(Random random) {
    this.random = random;
    this.calendar = new Calendar(ZoneId.of(oneOf(ZONES)), 1 + random.nextInt(31));
    for (int i = random.nextInt(5); i > 0; i--) {
      commitments.add(commitment("K" + i));
    }
    for (int i = 3 + random.nextInt(12); i > 0; i--) {
      facts.add(usage("e" + i));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      facts.add(correction("c" + i));
    }
  }

  Calendar calendar() {
    return calendar;
  }

  List<Commitment> commitments() {
    return List.copyOf(commitments);
  }

  List<Fact> facts() {
    return List.copyOf(facts);
  }

  private Commitment commitment(String id) {
    boolean pool = random.nextBoolean();
    boolean hours = pool && random.nextBoolean();
    Instant start = at();
    TreeMap<String, BigDecimal> skus = new TreeMap<>();
    skus.put(oneOf(SKUS), weight());
    if (random.nextBoolean()) {
      skus.put(oneOf(SKUS), weight());
    }
    TreeSet<String> regions = new TreeSet<>();
    if (random.nextInt(3) == 0) {
      regions.add("eu");
    }
    return new Commitment(
        id,
        "acme",
        pool ? Commitment.Kind.POOL : Commitment.Kind.CAPACITY,
        skus,
        regions,
        random.nextInt(4) == 0 ? EnumSet.of(UsageClass.RESERVED) : EnumSet.noneOf(UsageClass.class),
        hours ? null : decimal(4),
        hours ? decimal(30) : null,
        pool ? window() : Commitment.Window.HOUR,
        start,
        start.plus(Duration.ofMinutes(1 + random.nextInt(9_000))),
        100 + random.nextInt(2),
        null,
        null,
        List.of(),
        null);
  }

  private Commitment.Window window() {
    return oneOf(
        List.of(Commitment.Window.TERM, Commitment.Window.MONTH, Commitment.Window.CALENDAR_MONTH));
  }

  private Fact.Usage usage(String id) {
    Instant start = at();
    Fact.Measure measure =
        random.nextInt(3) == 0
            ? new Fact.Measure.Amount(decimal(9), start)
            : new Fact.Measure.Span(decimal(6), start, start.plusSeconds(random.nextInt(20_000)));
    UsageKey key = new UsageKey(oneOf(List.of(UsageClass.values())), oneOf(SKUS), oneOf(REGIONS));
    return new Fact.Usage(new Identity("acme", "test", id), key, "", "", measure);
  }

  private Fact.Correction correction(String id) {
    Fact.Change change =
        random.nextInt(4) == 0
            ? new Fact.Change.Voided()
            : new Fact.Change.Added(decimal(8).subtract(BigDecimal.valueOf(5)));
    Identity target = new Identity("acme", "test", "e" + (1 + random.nextInt(14)));
    return new Fact.Correction(new Identity("acme", "test", id), target, change, at());
  }

  private Instant at() {
    long seconds = random.nextInt(5 * 86_400);
    return BEGINNING.plusSeconds(random.nextBoolean() ? seconds : seconds / 3600 * 3600);
  }

  private BigDecimal decimal(int below) {
    BigDecimal value = new BigDecimal(random.nextInt(below * 1000 - 1) + 1).movePointLeft(3);
    return random.nextBoolean() ? value : value.setScale(0, java.math.RoundingMode.UP);
  }

  private BigDecimal weight() {
    return oneOf(
        List.of(BigDecimal.ONE, BigDecimal.ONE, new BigDecimal("2.5"), new BigDecimal("0.3")));
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
