package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainTest {
  private static final Instant AT = Instant.parse("2026-03-10T12:00:00.000001Z");

  private static Books.Posting posting(String quantity, Instant window) {
    return new Books.Posting(
        new Books.Cell(
            Instant.parse("2026-03-10T11:00:00Z"),
            new UsageKey(UsageClass.RESERVED, "a100", "eu"),
            window == null ? Books.Kind.OVERAGE : Books.Kind.DRAW,
            "K1",
            window),
        Instant.parse("2026-03-10T12:00:00Z"),
        new Quantity(new BigDecimal(quantity)),
        new Quantity(new BigDecimal(quantity)));
  }

  /** Computed with sha256sum over the lines that the class names. */
  @Test
  void theHashIsOverTheLinesAsDocumented() {
    byte[] hash = Chain.next(Chain.START, "acme", 1, AT, posting("3600.50", Instant.EPOCH));
    assertEquals(
        "81ad8cb1afbd7ed08d476cae050f4152ae9fc487f6688d2b5d4cb37b77743284",
        HexFormat.of().formatHex(hash));
  }

  @Test
  void everyPartOfAPostingAndTheHashBeforeItCount() {
    byte[] one = Chain.next(Chain.START, "acme", 1, AT, posting("1", null));
    byte[] previous = Chain.START.clone();
    previous[31] = 1;
    List<byte[]> others =
        List.of(
            Chain.next(previous, "acme", 1, AT, posting("1", null)),
            Chain.next(Chain.START, "acmf", 1, AT, posting("1", null)),
            Chain.next(Chain.START, "acme", 2, AT, posting("1", null)),
            Chain.next(Chain.START, "acme", 1, AT.plusNanos(1_000), posting("1", null)),
            Chain.next(Chain.START, "acme", 1, AT, posting("-1", null)),
            Chain.next(Chain.START, "acme", 1, AT, posting("1", Instant.EPOCH)));
    for (byte[] other : others) {
      assertFalse(Arrays.equals(one, other));
    }
    assertEquals(
        HexFormat.of().formatHex(one),
        HexFormat.of().formatHex(Chain.next(Chain.START, "acme", 1, AT, posting("1.000", null))));
  }
}
