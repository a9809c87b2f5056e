package dev.drawdown.billing.store;

import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Period;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Asks the ledger, the owner of the journal, how an account's books stood. */
@ApplicationScoped
public class LedgerJournal {
  private static final int AT_ONCE = 1_000;

  /** A page of the journal. */
  public record Page(List<Posting> items, String next) {}

  /** A posting as the ledger shows it; an absent region or commitment is null or empty. */
  public record Posting(
      long sequence,
      Instant start,
      String usageClass,
      String sku,
      String region,
      String kind,
      String commitment,
      BigDecimal unitSeconds) {}

  private final LedgerClient ledger;

  LedgerJournal(@RestClient LedgerClient ledger) {
    this.ledger = ledger;
  }

  /** What was booked in a period once the journal had come to a sequence number. */
  public List<BookedUsage> usage(String account, Period period, long sequence) {
    Map<BookedUsage, BigDecimal> sums = new HashMap<>();
    String after = null;
    do {
      Page page =
          ledger.postings(
              account, period.start().toString(), period.end().toString(), after, AT_ONCE);
      for (Posting p : page.items()) {
        if (p.sequence() <= sequence) {
          sums.merge(place(p), p.unitSeconds(), BigDecimal::add);
        }
      }
      after = page.next();
    } while (after != null);
    List<BookedUsage> usage = new ArrayList<>();
    sums.forEach(
        (place, seconds) -> {
          if (seconds.signum() != 0) {
            usage.add(place.with(seconds));
          }
        });
    return usage;
  }

  private static BookedUsage place(Posting p) {
    return new BookedUsage(
        p.start(),
        p.usageClass(),
        p.sku(),
        p.region() == null ? "" : p.region(),
        BookedUsage.Kind.valueOf(p.kind()),
        p.commitment() == null ? "" : p.commitment(),
        BigDecimal.ZERO);
  }
}
