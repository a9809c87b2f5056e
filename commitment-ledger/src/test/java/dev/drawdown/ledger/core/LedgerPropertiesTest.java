package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.testkit.Seeds;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What holds for any facts, in any order and any batches. */
class LedgerPropertiesTest {
  @Test
  void anyOrderAndBatchingOfEventsCorrectionsAndCommitmentsGivesTheSameBooks() {
    Seeds.check(
        150,
        random -> {
          RandomFacts facts = new RandomFacts(random);
          LedgerModel first = play(facts, random);
          LedgerModel second = play(facts, random);
          assertEquals(first.cells.keySet(), second.cells.keySet());
          first.cells.forEach(
              (cell, standing) -> {
                assertEquals(standing.quantity(), second.cells.get(cell).quantity());
                assertEquals(standing.units(), second.cells.get(cell).units());
              });
          assertEquals(first.usage, second.usage);
          assertEquals(first.allowances, second.allowances);
        });
  }

  @Test
  void usageIsDrawnOverageAndOnDemandAndTheJournalAddsUpToTheBooks() {
    Seeds.check(
        150,
        random -> {
          LedgerModel ledger = play(new RandomFacts(random), random);
          Quantity facts = Quantity.ZERO;
          for (NetUsage net : ledger.netEvents()) {
            assertTrue(!net.total().isNegative(), "net below zero: " + net);
            facts = facts.plus(net.total());
          }
          Quantity parts =
              ledger
                  .sum(Books.Kind.DRAW)
                  .plus(ledger.sum(Books.Kind.OVERAGE))
                  .plus(ledger.sum(Books.Kind.ON_DEMAND));
          assertEquals(facts, parts);
          Quantity journal = Quantity.ZERO;
          for (Books.Posting posting : ledger.journal) {
            journal = journal.plus(posting.quantity());
          }
          assertEquals(parts, journal);
        });
  }

  @Test
  void drawsNeverExceedGrantsAndAllowancesAreTheSumOfTheirDraws() {
    Seeds.check(
        150,
        random -> {
          LedgerModel ledger = play(new RandomFacts(random), random);
          for (Map.Entry<Allowance.Id, Allowance> entry : ledger.allowances.entrySet()) {
            Quantity drawn = Quantity.ZERO;
            for (var cell : ledger.cells.entrySet()) {
              boolean same =
                  cell.getKey().kind() == Books.Kind.DRAW
                      && cell.getKey().commitment().equals(entry.getKey().commitment())
                      && cell.getKey().windowStart().equals(entry.getKey().start());
              drawn = same ? drawn.plus(cell.getValue().units()) : drawn;
            }
            assertEquals(entry.getValue().drawn(), drawn, entry.getKey().toString());
            assertTrue(drawn.compareTo(entry.getValue().granted()) <= 0);
          }
        });
  }

  @Test
  void readingEverythingTwiceChangesNothing() {
    Seeds.check(
        50,
        random -> {
          RandomFacts facts = new RandomFacts(random);
          LedgerModel ledger = play(facts, random);
          int journal = ledger.journal.size();
          ledger.book(facts.facts());
          assertEquals(journal, ledger.journal.size());
          assertTrue(ledger.conflicts.isEmpty());
        });
  }

  @Test
  void theBooksEqualASlowAndObviousOracle() {
    Seeds.check(
        150,
        random -> {
          RandomFacts facts = new RandomFacts(random);
          LedgerModel ledger = play(facts, random);
          Oracle oracle = new Oracle(facts.calendar(), facts.commitments(), ledger.netEvents());
          assertEquals(oracle.drawn(), ledger.sum(Books.Kind.DRAW));
          assertEquals(oracle.overage(), ledger.sum(Books.Kind.OVERAGE));
          assertEquals(oracle.onDemand(), ledger.sum(Books.Kind.ON_DEMAND));
        });
  }

  @Test
  void aRecountInAnyStretchesFindsTheBooksRightAndAnyWrongNumberInThem() {
    Seeds.check(
        100,
        random -> {
          RandomFacts facts = new RandomFacts(random);
          LedgerModel ledger = play(facts, random);
          assertEquals(List.of(), recount(facts, ledger, random));
          if (!ledger.cells.isEmpty()) {
            ledger.cells.remove(ledger.cells.firstKey());
            assertEquals(1, recount(facts, ledger, random).size());
          }
        });
  }

  private static List<Books.Posting> recount(RandomFacts facts, LedgerModel ledger, Random random) {
    SortedMap<Instant, Long> endings = new TreeMap<>();
    ledger
        .netEvents()
        .forEach(n -> endings.merge(n.end().truncatedTo(ChronoUnit.HOURS), 1L, Long::sum));
    Recount recount = new Recount(facts.calendar(), facts.commitments());
    List<Books.Posting> lacking = new ArrayList<>();
    for (Slice stretch : Recount.stretches(facts.calendar(), endings, 1 + random.nextInt(5))) {
      List<NetUsage> events =
          ledger.netEvents().stream()
              .filter(n -> n.start().isBefore(stretch.end()) && n.end().isAfter(stretch.start()))
              .toList();
      SortedMap<Books.Cell, Books.Standing> stands = new TreeMap<>(ledger.cells);
      stands
          .keySet()
          .removeIf(
              c ->
                  c.sliceStart().isBefore(stretch.start())
                      || !c.sliceStart().isBefore(stretch.end()));
      lacking.addAll(recount.next(stretch, events, stands));
    }
    assertEquals(Map.of(), recount.wrong(List.copyOf(ledger.allowances.values())));
    return lacking;
  }

  @Test
  void anExplanationOfAnHourSaysWhatStandsInIt() {
    Seeds.check(
        100,
        random -> {
          RandomFacts facts = new RandomFacts(random);
          LedgerModel ledger = play(facts, random);
          Rebooking rebooking = new Rebooking(facts.calendar(), facts.commitments());
          for (Slice slice : ledger.usage.keySet()) {
            Slice hour = facts.calendar().hourOf(slice.start());
            var explained = rebooking.explain(ledger.load(hour.start()), hour);
            List<Allocation> allocations = new ArrayList<>();
            explained.values().forEach(of -> of.forEach(one -> allocations.add(one.allocation())));
            SortedMap<Books.Cell, Books.Standing> stands = new TreeMap<>(ledger.cells);
            stands
                .keySet()
                .removeIf(
                    c ->
                        c.sliceStart().isBefore(hour.start())
                            || !c.sliceStart().isBefore(hour.end()));
            assertEquals(quantities(stands), quantities(Books.of(allocations)));
          }
        });
  }

  private static Map<Books.Cell, Quantity> quantities(SortedMap<Books.Cell, Books.Standing> cells) {
    Map<Books.Cell, Quantity> quantities = new TreeMap<>();
    cells.forEach((cell, standing) -> quantities.put(cell, standing.quantity()));
    return quantities;
  }

  /** Tells the facts in a random order, in random batches, with commitments in between. */
  private static LedgerModel play(RandomFacts facts, Random random) {
    List<Object> steps = new ArrayList<>(facts.facts());
    steps.addAll(facts.commitments());
    Collections.shuffle(steps, random);
    LedgerModel ledger = new LedgerModel(facts.calendar());
    List<Fact> batch = new ArrayList<>();
    for (Object step : steps) {
      if (step instanceof Fact fact) {
        batch.add(fact);
        if (random.nextInt(10) == 0) {
          batch.add(fact);
        }
      }
      if (step instanceof Commitment || random.nextInt(4) == 0) {
        ledger.book(List.copyOf(batch));
        batch.clear();
      }
      if (step instanceof Commitment commitment) {
        ledger.commit(commitment);
      }
    }
    ledger.book(batch);
    return ledger;
  }
}
