package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.ledger.core.Rebooking.Range;
import dev.drawdown.ledger.core.Rebooking.Stored;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which part of the books a batch makes one look at, and what of it is saved. */
class RebookingTest {
  private static final Calendar UTC = new Calendar(ZoneId.of("UTC"), 1);
  private static final UsageKey A100 = new UsageKey(UsageClass.ELASTIC, "a100", "");
  private static final Instant TEN = Instant.parse("2026-03-10T10:00:00Z");

  private static Slice hour(int n) {
    return new Slice(TEN.plusSeconds(3600L * n), TEN.plusSeconds(3600L * (n + 1)));
  }

  private static Quantity hours(String hours) {
    return Quantity.ofHours(new BigDecimal(hours));
  }

  private static Commitment commitment(Commitment.Kind kind) {
    boolean pool = kind == Commitment.Kind.POOL;
    return new Commitment(
        "K",
        "acme",
        kind,
        new TreeMap<>(Map.of("a100", BigDecimal.ONE)),
        new TreeSet<>(),
        EnumSet.noneOf(UsageClass.class),
        pool ? null : BigDecimal.TWO,
        pool ? BigDecimal.TEN : null,
        pool ? Commitment.Window.TERM : Commitment.Window.HOUR,
        Instant.parse("2026-01-01T00:00:00Z"),
        Instant.parse("2027-01-01T00:00:00Z"),
        100,
        null,
        null,
        List.of(),
        null);
  }

  private static Rebooking of(Commitment.Kind kind) {
    return new Rebooking(UTC, List.of(commitment(kind)));
  }

  private static Usage used(int... hours) {
    Usage usage = new Usage();
    for (int hour : hours) {
      usage.add(hour(hour), A100, hours("3"));
    }
    return usage;
  }

  @Test
  void capacityHoursStandAloneAndNeighboursAreOneRange() {
    assertEquals(
        List.of(
            new Range(hour(0).start(), hour(1).end()), new Range(hour(5).start(), hour(5).end())),
        of(Commitment.Kind.CAPACITY).reach(used(0, 1, 5), null));
  }

  @Test
  void poolReachesAllThatFollows() {
    assertEquals(
        List.of(new Range(hour(2).start(), null)),
        of(Commitment.Kind.POOL).reach(used(2, 5), null));
  }

  @Test
  void changedCommitmentsReachFromTheEarlierOfBoth() {
    Rebooking capacity = of(Commitment.Kind.CAPACITY);
    assertEquals(
        List.of(new Range(hour(1).start(), null)),
        capacity.reach(used(1), hour(3).start().plusSeconds(60)));
    assertEquals(
        List.of(new Range(hour(3).start(), null)),
        capacity.reach(used(5), hour(3).start().plusSeconds(60)));
    assertEquals(
        List.of(new Range(hour(3).start(), null)), capacity.reach(new Usage(), hour(3).start()));
    assertEquals(List.of(), capacity.reach(new Usage(), null));
  }

  private static Stored nothing() {
    return new Stored(new Usage(), new TreeMap<>(), new TreeMap<>());
  }

  private static Stored after(Usage usage, Rebooking.Result result) {
    Stored stored = new Stored(new Usage().addAll(usage), new TreeMap<>(), new TreeMap<>());
    stored.cells().putAll(Books.of(result.allocations()));
    result.allowances().forEach(a -> stored.allowances().put(a.id(), a));
    return stored;
  }

  @Test
  void onlyWhatChangedIsSaved() {
    Rebooking capacity = of(Commitment.Kind.CAPACITY);
    Rebooking.Result first = capacity.decide(used(0, 1), nothing());
    assertEquals(2, first.allocations().size());
    assertEquals(2, first.allowances().size());
    Rebooking.Result same = capacity.decide(used(0, 1), after(used(0, 1), first));
    assertEquals(List.of(), same.postings());
    assertEquals(List.of(), same.allocations());
    assertEquals(List.of(), same.allowances());
    Usage more = used(0, 1).add(hour(1), A100, hours("1"));
    Rebooking.Result second = capacity.decide(more, after(used(0, 1), first));
    assertEquals(1, second.postings().size());
    assertEquals(List.of(hour(1)), second.allocations().stream().map(Allocation::slice).toList());
    assertEquals(List.of(), second.allowances()); // the hour's two GPUs were used up before
  }

  @Test
  void sliceThatIsCutOtherwiseIsSavedThoughNothingIsPosted() {
    Rebooking capacity = of(Commitment.Kind.CAPACITY);
    Rebooking.Result first = capacity.decide(used(0), nothing());
    Usage half = new Usage();
    Slice shorter = new Slice(hour(0).start(), hour(0).start().plusSeconds(1800));
    half.add(shorter, A100, hours("3"));
    Rebooking.Result result = capacity.decide(used(0), after(half, first));
    assertEquals(List.of(), result.postings());
    assertEquals(List.of(hour(0)), result.allocations().stream().map(Allocation::slice).toList());
  }

  @Test
  void allowanceThatNothingIsDrawnFromAnyMoreIsSavedAsSuch() {
    Rebooking capacity = of(Commitment.Kind.CAPACITY);
    Rebooking.Result first = capacity.decide(used(0), nothing());
    Rebooking.Result gone = capacity.decide(new Usage(), after(used(0), first));
    assertEquals(1, gone.allowances().size());
    assertTrue(gone.allowances().getFirst().drawn().isZero());
    assertEquals(2, gone.postings().size());
  }
}
