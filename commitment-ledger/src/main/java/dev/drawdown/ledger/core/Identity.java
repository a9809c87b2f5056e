package dev.drawdown.ledger.core;

import java.util.Comparator;

/** What makes an event the same event: compared part by part, byte for byte, never glued. */
public record Identity(String account, String source, String id) implements Comparable<Identity> {
  private static final Comparator<Identity> ORDER =
      Comparator.comparing(Identity::account)
          .thenComparing(Identity::source)
          .thenComparing(Identity::id);

  /** Sources repeat, so they would tell little; the hashes of the texts are remembered by them. */
  @Override
  public int hashCode() {
    return 31 * account.hashCode() + id.hashCode();
  }

  @Override
  public int compareTo(Identity other) {
    return ORDER.compare(this, other);
  }
}
