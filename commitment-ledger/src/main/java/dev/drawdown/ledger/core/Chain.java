package dev.drawdown.ledger.core;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Times;
import dev.drawdown.ledger.core.Books.Posting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * The hash chain over an account's journal. Each posting's hash covers the posting and the hash
 * before it, so nothing in the journal can be changed, left out or slipped in without every later
 * hash being another.
 *
 * <p>A hash is SHA-256 of these lines in UTF-8, joined by line feeds: the previous hash in hex (64
 * zeros at the start), account, sequence, and then of the posting: booked at, slice start, slice
 * end, window start (each in microseconds since 1970, or nothing), class, SKU, region, kind,
 * commitment, quantity and units (plain decimals without trailing zeros, in unit-seconds). No text
 * can hold a line feed. {@code ./drawdown verify} computes the same from an exported journal.
 */
public final class Chain {
  /** What the first posting of an account is chained to. */
  public static final byte[] START = new byte[32];

  private Chain() {}

  public static byte[] next(
      byte[] previous, String account, long sequence, Instant bookedAt, Posting posting) {
    Books.Cell cell = posting.cell();
    String text =
        String.join(
            "\n",
            HexFormat.of().formatHex(previous),
            account,
            Long.toString(sequence),
            micros(bookedAt),
            micros(cell.sliceStart()),
            micros(posting.sliceEnd()),
            micros(cell.windowStart()),
            cell.key().usageClass().label(),
            cell.key().sku(),
            cell.key().region(),
            cell.kind().name(),
            cell.commitment(),
            Decimals.plain(posting.quantity().unitSeconds()),
            Decimals.plain(posting.units().unitSeconds()));
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String micros(Instant instant) {
    return instant == null ? "" : Long.toString(Times.micros(instant));
  }
}
