package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A month of usage read from a log by instances that crash between all steps, wake up late, read
 * again from the beginning, and hand over to each other. The store is a map; what is real is the
 * core and the order of the steps that the use case takes around it.
 */
class LedgerSimulationTest {
  /** Where an instance dies, or lives. */
  private enum Fate {
    DIES_BEFORE_READING,
    DIES_BEFORE_COMMIT,
    DIES_BEFORE_ACKNOWLEDGING,
    LIVES
  }

  /** The database: the books, where reading resumes, and who may write. */
  private static final class Database {
    private LedgerModel ledger;
    private int position;
    private int owner;

    Database(LedgerModel ledger) {
      this.ledger = ledger;
    }
  }

  /** A ledger instance: what it holds in memory is lost when it dies. */
  private static final class Instance {
    private final int name;
    private int next;

    Instance(int name, Database database) {
      this.name = name;
      database.owner = name;
      this.next = database.position;
    }

    /** One poll; answers whether the instance lives. */
    boolean poll(Database database, List<Fact> log, int size, Fate fate) {
      if (fate == Fate.DIES_BEFORE_READING) {
        return false;
      }
      int end = Math.min(next + size, log.size());
      LedgerModel transaction = database.ledger.copy();
      if (database.owner != name) {
        return true; // a zombie: the lock on the position finds another owner
      }
      transaction.book(log.subList(Math.min(Math.max(next, database.position), end), end));
      if (fate == Fate.DIES_BEFORE_COMMIT) {
        return false;
      }
      database.ledger = transaction;
      database.position = Math.max(database.position, end);
      if (fate == Fate.DIES_BEFORE_ACKNOWLEDGING) {
        return false;
      }
      next = end;
      return true;
    }
  }

  @Test
  void aMonthWithCrashesBetweenAllStepsEndsAsIfNothingHadHappened() {
    Seeds.check(60, LedgerSimulationTest::simulate);
  }

  private static void simulate(Random random) {
    RandomFacts facts = new RandomFacts(random);
    List<Fact> log = log(facts, random);
    Database database = new Database(new LedgerModel(facts.calendar()));
    List<Commitment> pending = new ArrayList<>(facts.commitments());
    List<Instance> instances = new ArrayList<>();
    int names = 1;
    instances.add(new Instance(names, database));
    while (database.position < log.size() || !pending.isEmpty()) {
      if (!pending.isEmpty() && random.nextInt(4) == 0) {
        database.ledger.commit(pending.removeFirst());
      }
      if (random.nextInt(5) == 0) {
        instances.add(new Instance(++names, database)); // joins; the others are zombies now
      }
      int turn = random.nextInt(instances.size());
      Instance instance = instances.get(turn);
      if (random.nextInt(8) == 0) {
        instance.next = 0; // the group's offsets were reset
      }
      Fate fate = Fate.values()[random.nextInt(Fate.values().length)];
      if (!instance.poll(database, log, 1 + random.nextInt(6), fate)) {
        instances.remove(turn);
      }
      if (instances.stream().noneMatch(i -> i.name == database.owner)) {
        instances.add(new Instance(++names, database));
      }
      balances(database.ledger);
    }
    LedgerModel calm = new LedgerModel(facts.calendar());
    facts.commitments().forEach(calm::commit);
    calm.book(log);
    assertEquals(calm.usage, database.ledger.usage);
    assertEquals(calm.allowances, database.ledger.allowances);
    assertEquals(calm.cells.keySet(), database.ledger.cells.keySet());
    assertEquals(calm.facts, database.ledger.facts);
  }

  /** Facts in any order, some of them twice, and some late. */
  private static List<Fact> log(RandomFacts facts, Random random) {
    List<Fact> log = new ArrayList<>(facts.facts());
    for (Fact fact : facts.facts()) {
      if (random.nextInt(5) == 0) {
        log.add(fact);
      }
    }
    java.util.Collections.shuffle(log, random);
    return log;
  }

  private static void balances(LedgerModel ledger) {
    Quantity journal = Quantity.ZERO;
    for (Books.Posting posting : ledger.journal) {
      journal = journal.plus(posting.quantity());
    }
    assertEquals(ledger.sum(cell -> true), journal, "journal and books");
    Quantity usage = Quantity.ZERO;
    for (NetUsage net : ledger.netEvents()) {
      usage = usage.plus(net.total());
    }
    assertEquals(usage, journal, "events and journal");
    ledger.allowances.values().forEach(a -> assertTrue(!a.left().isNegative()));
  }
}
