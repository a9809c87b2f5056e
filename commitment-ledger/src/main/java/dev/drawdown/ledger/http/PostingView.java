package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.ledger.store.QueryStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;

/**
 * A posting: a signed difference of one place in the books, with all that its hash covers.
 *
 * @param windowStart the window of the commitment that was drawn from; absent but for draws
 * @param unitSeconds the quantity times 3600, exact
 * @param units what moved in the commitment's window, in unit-seconds of the commitment
 * @param hash in hex; see {@code core/Chain} for what it covers
 */
public record PostingView(
    String account,
    long sequence,
    Instant bookedAt,
    Instant start,
    Instant end,
    Instant windowStart,
    String usageClass,
    String sku,
    String region,
    String kind,
    String commitment,
    BigDecimal hours,
    String unitSeconds,
    String units,
    String hash) {
  static PostingView of(String account, QueryStore.Journal j) {
    var cell = j.posting().cell();
    return new PostingView(
        account,
        j.sequence(),
        j.bookedAt(),
        cell.sliceStart(),
        j.posting().sliceEnd(),
        cell.windowStart(),
        cell.key().usageClass().label(),
        cell.key().sku(),
        cell.key().region(),
        cell.kind().name(),
        cell.commitment(),
        j.posting().quantity().hours(),
        Decimals.plain(j.posting().quantity().unitSeconds()),
        Decimals.plain(j.posting().units().unitSeconds()),
        HexFormat.of().formatHex(j.hash()));
  }
}
