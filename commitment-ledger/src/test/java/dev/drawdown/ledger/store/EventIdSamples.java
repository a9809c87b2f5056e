package dev.drawdown.ledger.store;

import java.util.List;

/** Ids that must stay what they are, and how they are kept. */
public final class EventIdSamples {
  public static final List<String> ALL =
      List.of(
          "0190e2a4-7c31-7000-8000-00000000e201",
          "00000000-0000-0000-0000-000000000000",
          "ffffffff-ffff-ffff-ffff-ffffffffffff",
          "0190E2A4-7C31-7000-8000-00000000E201",
          "0190e2a4-7c31-7000-8000-00000000E201",
          "{0190e2a4-7c31-7000-8000-00000000e20}",
          "0190e2a47c31700080000000-0000e201-xx",
          "0190e2a47c317000800000000000e201",
          "0190e2a4-7c31-7000-8000-00000000e20g",
          "1",
          "pod/4e1c",
          "\u0436\u4e16\ud83d\ude80",
          "0190e2a4-7c31-7000-8000-00000000e201 ");

  private EventIdSamples() {}

  public static byte[] kept(String id) {
    return EventIds.bytes(id).getBytes();
  }
}
