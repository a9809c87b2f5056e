package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A story of commitments and usage that a finance person can read and check. Every story is also
 * told with its usage in reverse order and in one batch, and must end the same.
 *
 * <pre>
 * zone Asia/Kolkata
 * pool K1 a100 10h 2026-01-01 to 2026-02-01 [window MONTH] [priority 10] [weight 2.5] [region eu]
 * capacity C1 a100 4 2026-01-01 to 2027-01-01
 * use e1 6h a100 at 2026-01-10 [reserved] [region eu]
 * span e2 8 a100 2026-02-28T22:00Z to 2026-03-01T02:00Z
 * void e1 | add -3h to e1
 * end K1 at 2026-01-20
 * then draws K1 6h | overage 1h | on-demand 2h | used 8h   [at 2026-01-10 | in 2026-01]
 * then drawn K1 6h from 2026-01-01 | lapsed K1 4h from 2026-01-01 | refused 1
 * </pre>
 */
final class LedgerScenario {
  private final List<String> thens = new ArrayList<>();
  private final List<Commitment> commitments = new ArrayList<>();
  private final Map<String, Instant> endings = new LinkedHashMap<>();
  private final List<Fact> facts = new ArrayList<>();
  private final Map<String, Identity> named = new LinkedHashMap<>();
  private ZoneId zone = ZoneId.of("UTC");

  private LedgerScenario() {}

  static void check(String story) {
    LedgerScenario scenario = new LedgerScenario();
    story
        .lines()
        .map(line -> line.replaceAll("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .forEach(scenario::read);
    scenario.verify("as told", scenario.facts, 1);
    List<Fact> reversed = new ArrayList<>(scenario.facts);
    Collections.reverse(reversed);
    scenario.verify("in reverse", reversed, 1);
    scenario.verify("in one batch", scenario.facts, Integer.MAX_VALUE);
    scenario.verifyCommitmentsLast();
  }

  private void read(String line) {
    List<String> words = new ArrayList<>(Arrays.asList(line.split("\\s+")));
    switch (words.removeFirst()) {
      case "zone" -> zone = ZoneId.of(words.getFirst());
      case "pool" -> commitments.add(commitment(Commitment.Kind.POOL, words));
      case "capacity" -> commitments.add(commitment(Commitment.Kind.CAPACITY, words));
      case "use" -> usage(words, new Fact.Measure.Amount(hours(words.get(1)), time(words.get(4))));
      case "span" ->
          usage(
              words,
              new Fact.Measure.Span(
                  new BigDecimal(words.get(1)), time(words.get(3)), time(words.get(5))));
      case "void" -> correct(words.getFirst(), new Fact.Change.Voided());
      case "add" -> correct(words.getLast(), new Fact.Change.Added(hours(words.getFirst())));
      case "end" -> terminate(words.getFirst(), time(words.getLast()));
      case "then" -> thens.add(String.join(" ", words));
      default -> throw new IllegalArgumentException(line);
    }
  }

  private Commitment commitment(Commitment.Kind kind, List<String> w) {
    boolean pool = kind == Commitment.Kind.POOL;
    Map<String, String> more = options(w, 6);
    TreeMap<String, BigDecimal> skus = new TreeMap<>();
    for (String sku : w.get(1).split(",")) {
      skus.put(sku, new BigDecimal(more.getOrDefault("weight", "1")));
    }
    return new Commitment(
        w.getFirst(),
        "acme",
        kind,
        skus,
        more.containsKey("region") ? new TreeSet<>(List.of(more.get("region"))) : new TreeSet<>(),
        more.containsKey("class")
            ? EnumSet.of(UsageClass.of(more.get("class")))
            : EnumSet.noneOf(UsageClass.class),
        pool ? null : new BigDecimal(w.get(2)),
        pool ? hours(w.get(2)) : null,
        pool
            ? Commitment.Window.valueOf(more.getOrDefault("window", "TERM"))
            : Commitment.Window.HOUR,
        time(w.get(3)),
        time(w.get(5)),
        Integer.parseInt(more.getOrDefault("priority", "100")),
        null,
        null,
        List.of(),
        null);
  }

  private void terminate(String id, Instant at) {
    endings.put(id, at);
  }

  /** Commitments as first agreed, or as they stand after they were ended early. */
  private List<Commitment> commitments(boolean ended) {
    return commitments.stream()
        .map(c -> ended && endings.containsKey(c.id()) ? c.endingAt(endings.get(c.id())) : c)
        .toList();
  }

  private void usage(List<String> w, Fact.Measure measure) {
    boolean span = measure instanceof Fact.Measure.Span;
    Map<String, String> more = options(w, span ? 6 : 5);
    UsageClass usageClass = UsageClass.of(more.getOrDefault("class", "elastic"));
    Identity identity = new Identity("acme", "test", w.getFirst());
    named.put(w.getFirst(), identity);
    facts.add(
        new Fact.Usage(
            identity,
            new UsageKey(usageClass, w.get(2), more.getOrDefault("region", "")),
            "",
            "",
            measure));
  }

  private void correct(String event, Fact.Change change) {
    int n = facts.size();
    facts.add(
        new Fact.Correction(
            new Identity("acme", "test", "correction-" + n),
            named.get(event),
            change,
            Instant.parse("2026-12-01T00:00:00Z").plusSeconds(n)));
  }

  private static Map<String, String> options(List<String> words, int from) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = from; i + 1 < words.size(); i += 2) {
      options.put(words.get(i), words.get(i + 1));
    }
    return options;
  }

  private static BigDecimal hours(String text) {
    return new BigDecimal(text.replace("h", ""));
  }

  private static Instant time(String text) {
    return Instant.parse(text.contains("T") ? text : text + "T00:00:00Z");
  }

  private void verify(String how, List<Fact> order, int batch) {
    LedgerModel ledger = new LedgerModel(new Calendar(zone, 1));
    commitments(false).forEach(ledger::commit);
    for (int from = 0; from < order.size(); from += batch) {
      int to = (int) Math.min((long) from + batch, order.size());
      ledger.book(order.subList(from, to));
      if (batch == Integer.MAX_VALUE) {
        break;
      }
    }
    commitments(true).stream().filter(c -> endings.containsKey(c.id())).forEach(ledger::commit);
    thens.forEach(then -> verify(how, ledger, then));
  }

  private void verifyCommitmentsLast() {
    LedgerModel ledger = new LedgerModel(new Calendar(zone, 1));
    facts.forEach(ledger::book);
    List<Commitment> reversed = new ArrayList<>(commitments(true));
    Collections.reverse(reversed);
    reversed.forEach(ledger::commit);
    thens.forEach(then -> verify("with commitments last", ledger, then));
  }

  private void verify(String how, LedgerModel ledger, String then) {
    List<String> w = Arrays.asList(then.split(" "));
    String message = how + ": " + then;
    String day = then.contains(" at ") || then.contains(" in ") ? w.getLast() : "";
    switch (w.getFirst()) {
      case "draws" ->
          assertHours(
              message,
              w.get(2),
              ledger.sum(
                  c ->
                      c.kind() == Books.Kind.DRAW
                          && c.commitment().equals(w.get(1))
                          && on(c, day)));
      case "overage" ->
          assertHours(
              message, w.get(1), ledger.sum(c -> c.kind() == Books.Kind.OVERAGE && on(c, day)));
      case "on-demand" ->
          assertHours(
              message, w.get(1), ledger.sum(c -> c.kind() == Books.Kind.ON_DEMAND && on(c, day)));
      case "used" -> assertHours(message, w.get(1), ledger.sum(c -> on(c, day)));
      case "drawn" ->
          assertHours(
              message,
              w.get(2),
              ledger.allowances.get(new Allowance.Id(w.get(1), time(w.getLast()))).drawn());
      case "lapsed" -> {
        Allowance window = ledger.allowances.get(new Allowance.Id(w.get(1), time(w.getLast())));
        assertHours(message, w.get(2), window.granted().minus(window.drawn()));
      }
      case "refused" ->
          assertEquals(Integer.parseInt(w.get(1)), refusedCorrections(ledger), message);
      default -> throw new IllegalArgumentException(then);
    }
  }

  private static long refusedCorrections(LedgerModel ledger) {
    return ledger.netEvents().stream()
        .flatMap(n -> n.verdicts().stream())
        .filter(v -> !v.applied())
        .count();
  }

  /** Whether a cell's local date begins with a day or month; an empty one is any. */
  private boolean on(Books.Cell cell, String day) {
    return cell.sliceStart().atZone(zone).toLocalDate().toString().startsWith(day);
  }

  private static void assertHours(String message, String expected, Quantity actual) {
    assertEquals(0, hours(expected).compareTo(actual.hours()), message + ", but " + actual.hours());
  }
}
