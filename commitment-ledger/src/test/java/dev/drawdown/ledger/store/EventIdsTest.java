package dev.drawdown.ledger.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.buffer.Buffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventIdsTest {
  @Test
  void everyIdComesBackAsItWas() {
    for (String id : EventIdSamples.ALL) {
      assertEquals(id, EventIds.text(EventIds.bytes(id).getBytes()));
    }
  }

  @Test
  void idsThatDifferAreKeptApart() {
    Set<Buffer> kept = new HashSet<>();
    EventIdSamples.ALL.forEach(id -> kept.add(EventIds.bytes(id)));
    assertEquals(EventIdSamples.ALL.size(), kept.size());
  }

  @Test
  void uuidTakesSeventeenBytes() {
    assertEquals(17, EventIds.bytes("0190e2a4-7c31-7000-8000-00000000e201").length());
  }
}
