package dev.drawdown.billing.core;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Commitments of tests: a capacity of 4 GPUs for a year, where nothing else is said. */
record Terms(
    String id,
    String gpus,
    String hours,
    String window,
    String start,
    String end,
    Commitment.Fee fee,
    List<Commitment.Tier> tiers,
    Commitment.Sla sla) {

  static Terms of(String id) {
    return new Terms(
        id,
        "4",
        null,
        "HOUR",
        "2026-01-01T00:00:00Z",
        "2027-01-01T00:00:00Z",
        null,
        List.of(),
        null);
  }

  Terms pool(String newHours, String newWindow) {
    return new Terms(id, null, newHours, newWindow, start, end, fee, tiers, sla);
  }

  Terms gpus(String newGpus) {
    return new Terms(id, newGpus, null, window, start, end, fee, tiers, sla);
  }

  Terms from(String newStart, String newEnd) {
    return new Terms(id, gpus, hours, window, newStart, newEnd, fee, tiers, sla);
  }

  Terms fee(String amount, Commitment.Fee.Per per) {
    Commitment.Fee newFee = new Commitment.Fee(new BigDecimal(amount), per);
    return new Terms(id, gpus, hours, window, start, end, newFee, tiers, sla);
  }

  Terms tiers(Commitment.Tier... newTiers) {
    return new Terms(id, gpus, hours, window, start, end, fee, List.of(newTiers), sla);
  }

  /** Pairs of a level and the percent that is credited below it. */
  Terms sla(String... levels) {
    List<Commitment.Credit> credits = new java.util.ArrayList<>();
    for (int i = 0; i < levels.length; i += 2) {
      credits.add(new Commitment.Credit(new BigDecimal(levels[i]), new BigDecimal(levels[i + 1])));
    }
    Commitment.Sla promised = new Commitment.Sla(new BigDecimal(levels[0]), credits);
    return new Terms(id, gpus, hours, window, start, end, fee, tiers, promised);
  }

  Commitment make() {
    return new Commitment(
        id,
        "",
        new Commitment.Grant(
            hours == null,
            gpus == null ? null : new BigDecimal(gpus),
            hours == null ? null : new BigDecimal(hours),
            window),
        new TreeMap<>(Map.of("a100", BigDecimal.ONE)),
        Instant.parse(start),
        Instant.parse(end),
        fee,
        tiers,
        sla);
  }
}
