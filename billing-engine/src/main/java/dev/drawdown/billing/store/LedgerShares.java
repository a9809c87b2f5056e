package dev.drawdown.billing.store;

import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Share;
import dev.drawdown.kit.Json;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Asks the ledger which resources took what. */
@ApplicationScoped
public class LedgerShares {
  /** A line of the ledger's answer. */
  public record Told(
      Instant start,
      Instant end,
      String usageClass,
      String sku,
      String region,
      String kind,
      String commitment,
      String resource,
      Map<String, String> labels,
      BigDecimal unitSeconds) {}

  private final LedgerClient ledger;

  LedgerShares(@RestClient LedgerClient ledger) {
    this.ledger = ledger;
  }

  /** Shares of the slices that begin in {@code [from, to)}, in time order. */
  public List<Share> between(String account, Instant from, Instant to) {
    String lines = ledger.shares(account, from.toString(), to.toString());
    return lines
        .lines()
        .filter(line -> !line.isEmpty())
        .map(line -> share(Json.read(line.getBytes(StandardCharsets.UTF_8), Told.class)))
        .toList();
  }

  private static Share share(Told told) {
    return new Share(
        told.end(),
        told.resource(),
        told.labels() == null ? null : Json.text(told.labels()),
        new BookedUsage(
            told.start(),
            told.usageClass(),
            told.sku(),
            told.region() == null ? "" : told.region(),
            BookedUsage.Kind.valueOf(told.kind()),
            told.commitment() == null ? "" : told.commitment(),
            told.unitSeconds()));
  }
}
