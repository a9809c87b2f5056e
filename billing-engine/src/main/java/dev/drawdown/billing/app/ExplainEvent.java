package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.OpenPieces;
import dev.drawdown.billing.core.Period;
import dev.drawdown.billing.core.Pricing;
import dev.drawdown.billing.core.Share;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.billing.store.LedgerShares;
import dev.drawdown.kit.Months;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** From an event to its money: what it took of which commitment, and what the rest costs. */
@ApplicationScoped
public class ExplainEvent {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** All parts of an event's usage; the cost is the exact sum, rounded to 6 decimals. */
  public record Explanation(
      String account, String source, String id, String currency, String cost, List<Part> parts) {}

  /**
   * Usage of one slice at one price.
   *
   * @param kind COVERED, OVERAGE or ON_DEMAND
   * @param unitPrice absent where no price is in force
   * @param invoice the valid invoice of the period; absent while it has none
   */
  public record Part(
      Instant start,
      String period,
      String kind,
      String sku,
      String commitment,
      String hours,
      String unitPrice,
      String discountPercent,
      String cost,
      UUID invoice) {}

  private final Pool pool;
  private final CopyStore copyStore;
  private final InvoiceStore invoiceStore;
  private final LedgerShares shares;
  private final RatePeriod ratePeriod;

  ExplainEvent(
      Pool pool,
      CopyStore copyStore,
      InvoiceStore invoiceStore,
      LedgerShares shares,
      RatePeriod ratePeriod) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.invoiceStore = invoiceStore;
    this.shares = shares;
    this.ratePeriod = ratePeriod;
  }

  public Outcome<Explanation> handle(String id, Share.Event event) {
    var receipt = shares.receipt(id, event);
    Account account = Transaction.run(pool, tx -> copyStore.accounts(tx, List.of(id))).get(id);
    if (receipt.isEmpty() || account == null) {
      return Outcome.notFound("The event " + event.id() + " of " + id);
    }
    List<LedgerShares.Stretch> slices =
        receipt.get().slices() == null ? List.of() : receipt.get().slices();
    List<Part> parts = new ArrayList<>();
    BigDecimal cost = BigDecimal.ZERO;
    if (!slices.isEmpty()) {
      Period whole =
          new Period(
              account.periodOf(slices.getFirst().start()).label(),
              slices.getFirst().start(),
              slices.getLast().end());
      for (YearMonth label = whole.label();
          account.period(label).start().isBefore(whole.end());
          label = label.plusMonths(1)) {
        cost = cost.add(explain(account, account.period(label), whole, event, parts));
      }
    }
    return Outcome.done(
        new Explanation(
            id,
            event.source(),
            event.id(),
            account.currency().getCurrencyCode(),
            shown(cost),
            parts));
  }

  /** All shares of the stretch are gone through, because others may have filled a tier before. */
  private BigDecimal explain(
      Account account, Period period, Period whole, Share.Event event, List<Part> parts) {
    RatePeriod.Rated rated = ratePeriod.handle(account.id(), period.label()).orElseThrow();
    OpenPieces open = new OpenPieces();
    Pricing.of(account, rated.usage(), rated.commitments(), ratePeriod.tables().prices())
        .pieces()
        .forEach(piece -> open.add(piece, piece.cost()));
    UUID invoice =
        Transaction.run(pool, tx -> invoiceStore.valid(tx, account.id()).get(period.label()));
    Instant from = whole.start().isAfter(period.start()) ? whole.start() : period.start();
    Instant to = whole.end().isBefore(period.end()) ? whole.end() : period.end();
    BigDecimal cost = BigDecimal.ZERO;
    while (from.isBefore(to)) {
      // by the hour, because there may be very many events
      Instant next = Months.hourOf(from, account.zone()).end();
      for (Share share : shares.ofEvents(account.id(), from, next.isBefore(to) ? next : to)) {
        for (OpenPieces.Part part : open.take(share)) {
          if (event.equals(share.event())) {
            parts.add(part(period, part, invoice));
            cost = cost.add(part.cost());
          }
        }
      }
      from = next;
    }
    return cost;
  }

  private static Part part(Period period, OpenPieces.Part part, UUID invoice) {
    Pricing.Piece piece = part.piece();
    Line.Subject of = piece.of();
    return new Part(
        piece.sliceStart(),
        period.label().toString(),
        of.charge().name(),
        of.sku(),
        of.commitment(),
        piece.seconds().divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP).toPlainString(),
        piece.unitPrice() == null ? null : piece.unitPrice().toPlainString(),
        piece.discountPercent().toPlainString(),
        shown(part.cost()),
        invoice);
  }

  private static String shown(BigDecimal cost) {
    return cost.setScale(6, RoundingMode.HALF_UP).toPlainString();
  }
}
