package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Layout;
import dev.drawdown.stack.ServerProcess;
import dev.drawdown.stack.Service;
import dev.drawdown.stack.Settings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Exactly once under fire. While events flow, parts are killed, held and multiplied; afterwards
 * every event is booked once, the books balance, and whoever copies them has the same sums.
 *
 * <p>{@code ./drawdown test} runs the short form; {@code ./drawdown test --faults} the long one.
 */
class FaultsIT {
  private static final boolean LONG = "long".equals(System.getProperty("drawdown.faults"));
  private static final int EVENTS = LONG ? 200_000 : 5_000;
  private static final int PER_SECOND = LONG ? 2_500 : 500;
  private static final Duration SETTLED = Duration.ofSeconds(120);

  /** Longer than a consumer's session, so that its partitions pass on. */
  private static final Duration HELD = Duration.ofSeconds(9);

  private final RunningStack stack = RunningStack.get();
  private final LedgerDatabase database = new LedgerDatabase(stack.stack());
  private final KafkaGroups groups = new KafkaGroups(stack.stack().settings().bootstrap());

  @AfterEach
  void everythingRunsAgain() {
    stack.stack().processes().stream()
        .filter(process -> process.handle().isPresent())
        .forEach(Signals::go);
    stack.stack().up(null);
    groups.close();
  }

  private ServerProcess ledger() {
    return stack.stack().service(Service.Name.COMMITMENT_LEDGER).process();
  }

  private List<ServerProcess> parts() {
    return List.of(
        ledger(),
        stack.stack().kafka().process(),
        stack.stack().postgres().process(),
        stack.stack().connect().process());
  }

  @Test
  void everyPartIsKilledWhileEventsFlow() {
    Flow flow = new Flow(stack, "kill", PER_SECOND);
    for (ServerProcess part : parts()) {
      Signals.kill(part);
      stack.stack().up(null);
    }
    allIsExact(flow.finish(EVENTS));
  }

  @Test
  void everyPartIsHeldWhileEventsFlow() {
    Flow flow = new Flow(stack, "hold", PER_SECOND);
    for (ServerProcess part : parts()) {
      Signals.stop(part);
      pause(part.name().equals(ledger().name()) || LONG ? HELD : HELD.dividedBy(3));
      Signals.go(part);
    }
    allIsExact(flow.finish(EVENTS));
  }

  @Test
  void instancesJoinAndLeaveAndAZombieCannotWrite() {
    Flow flow = new Flow(stack, "join", PER_SECOND);
    Service second = another("ledger-2");
    Service third = another("ledger-3");
    await().atMost(SETTLED).until(() -> second.isReady() && third.isReady());
    await().atMost(SETTLED).until(() -> database.owners().size() == 3);
    Signals.stop(ledger());
    awaitOwnedByOthers();
    Signals.go(ledger());
    Signals.kill(second.process());
    third.process().stop();
    allIsExact(flow.finish(EVENTS));
    assertEquals(1, database.owners().size(), "one instance is left");
  }

  @Test
  void offsetsOfTheGroupAreDeletedAndResetAndTheTopicIsReadTwice() {
    Flow flow = new Flow(stack, "reset", PER_SECOND);
    Map<String, BigDecimal> hours = flow.finish(EVENTS);
    allIsExact(hours);
    ledger().stop();
    groups.delete("commitment-ledger");
    stack.stack().up(null);
    allIsExact(hours);
    ledger().stop();
    long before = database.duplicates();
    database.forgetPositions();
    groups.toTheBeginning("commitment-ledger");
    stack.stack().up(null);
    allIsExact(hours);
    assertTrue(
        database.duplicates() - before >= EVENTS, "every event came again and was a duplicate");
  }

  private Service another(String name) {
    Layout layout = new Layout(RunningStack.root(), stack.stack().layout().home().resolve(name));
    Service service =
        new Service(Service.Name.COMMITMENT_LEDGER, layout, Settings.free("127.0.0.1"));
    service.start(stack.stack().environment(null));
    Runtime.getRuntime().addShutdownHook(new Thread(service.process()::stop));
    return service;
  }

  /** One instance has lost all of its partitions when one owner fewer is left. */
  private void awaitOwnedByOthers() {
    int before = database.owners().size();
    await().atMost(SETTLED).until(() -> database.owners().size() < before);
  }

  /** Waits a fixed time: what is awaited is that time passes for a process that is held. */
  private static void pause(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plusSeconds(5)).until(() -> System.nanoTime() > until);
  }

  private void allIsExact(Map<String, BigDecimal> hours) {
    await().atMost(SETTLED).untilAsserted(() -> assertEquals(groups.ends(), positions()));
    hours.forEach(this::isExact);
  }

  private Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions = database.positions();
    groups.ends().forEach((partition, end) -> positions.putIfAbsent(partition, end));
    return positions;
  }

  private void isExact(String account, BigDecimal hours) {
    JsonNode usage =
        stack.operator().get(stack.ledger("/v1/accounts/" + account + "/usage")).body();
    assertEquals(
        hours.setScale(6).toPlainString(),
        usage.path("items").path(0).path("hours").asText(),
        account);
    JsonNode books =
        stack.operator().get(stack.ledger("/v1/reconciliation?account=" + account)).body();
    assertTrue(books.path("balanced").asBoolean(), books.toString());
    await()
        .atMost(SETTLED)
        .untilAsserted(() -> assertEquals(0, hours.compareTo(onTheDraft(account)), account));
  }

  /**
   * All hours as billing has copied them; the SKU has no price, so they are covered or unpriced.
   */
  private BigDecimal onTheDraft(String account) {
    String url = stack.billing("/v1/accounts/" + account + "/invoices/draft?period=2026-05");
    JsonNode draft = stack.operator().get(url).body();
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode line : draft.path("lines")) {
      boolean covered = line.path("kind").asText().equals("COVERED");
      sum = covered ? sum.add(new BigDecimal(line.path("quantity").asText())) : sum;
    }
    for (JsonNode unpriced : draft.path("unpriced")) {
      sum = sum.add(new BigDecimal(unpriced.path("quantity").asText()));
    }
    return sum;
  }
}
