package dev.drawdown.ledger.core;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Times;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A digest of what an event means, to tell a duplicate from a conflict. {@code 2.0} and {@code
 * 2.00} are the same, and so are two spellings of one instant.
 */
public final class Content {
  /** 128 bits: enough that two different contents of one identity never meet by accident. */
  public static final int BYTES = 16;

  private Content() {}

  public static byte[] digest(Fact fact) {
    MessageDigest digest = sha256();
    switch (fact) {
      case Fact.Usage u -> {
        add(digest, "usage", u.key().usageClass().label(), u.key().sku(), u.key().region());
        add(digest, u.resource(), u.labels());
        switch (u.measure()) {
          case Fact.Measure.Span s ->
              add(digest, Decimals.plain(s.gpus()), micros(s.start()), micros(s.end()));
          case Fact.Measure.Amount a -> add(digest, Decimals.plain(a.quantity()), micros(a.at()));
        }
      }
      case Fact.Correction c -> {
        add(digest, "correction", c.corrects().source(), c.corrects().id(), micros(c.time()));
        switch (c.change()) {
          case Fact.Change.Voided v -> add(digest, "void");
          case Fact.Change.Added a -> add(digest, Decimals.plain(a.quantity()));
        }
      }
      case Fact.Notice n ->
          add(digest, n.kind().name(), n.time() == null ? "" : micros(n.time()), n.data());
    }
    return Arrays.copyOf(digest.digest(), BYTES);
  }

  private static String micros(java.time.Instant instant) {
    return Long.toString(Times.micros(instant));
  }

  /** Each part goes in behind its length, so that no two lists of parts look alike. */
  private static void add(MessageDigest digest, String... parts) {
    for (String part : parts) {
      byte[] bytes = (part == null ? "" : part).getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
      digest.update(bytes);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
