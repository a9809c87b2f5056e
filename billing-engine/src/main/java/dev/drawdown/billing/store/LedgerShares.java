package dev.drawdown.billing.store;

import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Share;
import dev.drawdown.kit.Json;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.WebApplicationException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      String source,
      String id,
      String resource,
      Map<String, String> labels,
      BigDecimal unitSeconds) {}

  /** What became of an event: where its usage lies, if it was booked. */
  public record Receipt(String status, List<Stretch> slices) {}

  /** A slice that an event used. */
  public record Stretch(Instant start, Instant end) {}

  private final LedgerClient ledger;

  LedgerShares(@RestClient LedgerClient ledger) {
    this.ledger = ledger;
  }

  /** Shares of resources in the slices that begin in {@code [from, to)}, in time order. */
  public List<Share> ofResources(String account, Instant from, Instant to) {
    return ask(account, from, to, "resource");
  }

  /** The same for each event; there are many, so little time should be asked for at once. */
  public List<Share> ofEvents(String account, Instant from, Instant to) {
    return ask(account, from, to, "event");
  }

  private List<Share> ask(String account, Instant from, Instant to, String by) {
    String lines = ledger.shares(account, from.toString(), to.toString(), by);
    if (lines == null) {
      return List.of(); // an answer without a body
    }
    return lines
        .lines()
        .filter(line -> !line.isEmpty())
        .map(line -> share(Json.read(line.getBytes(StandardCharsets.UTF_8), Told.class)))
        .toList();
  }

  /** Nothing when the ledger has never seen the event. */
  public Optional<Receipt> receipt(String account, Share.Event event) {
    try {
      return Optional.of(ledger.receipt(account, event.source(), event.id()));
    } catch (WebApplicationException e) {
      if (e.getResponse().getStatus() == 404) {
        return Optional.empty();
      }
      throw new IllegalStateException("the ledger answered " + e.getResponse().getStatus(), e);
    }
  }

  private static Share share(Told told) {
    return new Share(
        told.end(),
        told.id() == null ? null : new Share.Event(told.source(), told.id()),
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
