package dev.drawdown.billing.app;

import dev.drawdown.billing.app.InvoiceView.LineView;
import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.Period;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.core.Pricing;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.billing.store.LedgerJournal;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Objects;

/**
 * What stands behind a line of an issued invoice: the slices of usage with their prices, as the
 * ledger's journal had them when the invoice was made, and where each slice's events are explained.
 */
@ApplicationScoped
public class ExplainLine {
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /** A line with the slices it sums up; lines that are not usage have none. */
  public record Explanation(
      String invoice, String number, int line, LineView of, String formula, List<Slice> slices) {}

  /**
   * A part of one slice.
   *
   * @param events where the ledger tells which events used it, and who drew what in which order
   */
  public record Slice(
      Instant start,
      String usageClass,
      String commitment,
      String hours,
      String unitPrice,
      String discountPercent,
      String cost,
      String events) {}

  private final Pool pool;
  private final CopyStore copyStore;
  private final LedgerJournal journal;
  private final RatePeriod ratePeriod;

  ExplainLine(Pool pool, CopyStore copyStore, LedgerJournal journal, RatePeriod ratePeriod) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.journal = journal;
    this.ratePeriod = ratePeriod;
  }

  /** Explains the n-th line, counted from one. */
  public Outcome<Explanation> handle(InvoiceRow invoice, String n) {
    InvoiceView view = Json.read(invoice.json(), InvoiceView.class);
    int line = n.matches("[0-9]{1,6}") ? Integer.parseInt(n) : 0;
    if (line < 1 || line > view.lines().size()) {
      return Outcome.notFound("Line " + n + " of the invoice " + view.number());
    }
    LineView of = view.lines().get(line - 1);
    List<Slice> slices =
        switch (Line.Kind.valueOf(of.kind())) {
          case COVERED, OVERAGE, ON_DEMAND -> slices(invoice, of);
          case COMMITMENT_FEE, SLA_CREDIT, CORRECTION, TAX -> List.of();
        };
    return Outcome.done(
        new Explanation(view.id(), view.number(), line, of, formula(view, of), slices));
  }

  private List<Slice> slices(InvoiceRow invoice, LineView line) {
    RatePeriod.Tables tables = ratePeriod.tables();
    String id = invoice.account();
    Account account = Transaction.run(pool, tx -> copyStore.accounts(tx, List.of(id))).get(id);
    List<Commitment> commitments =
        Transaction.run(pool, tx -> copyStore.commitments(tx, List.of(id)))
            .getOrDefault(id, List.of());
    Period period = account.period(YearMonth.parse(invoice.period()));
    // asked outside of any transaction: a long journal takes its time
    List<BookedUsage> usage = journal.usage(id, period, invoice.cut().postingSequence());
    List<Price> prices = tables.pricesUpTo(invoice.cut().pricePosition());
    return Pricing.of(account, usage, commitments, prices).pieces().stream()
        .filter(piece -> belongs(piece, line))
        .map(piece -> slice(account, piece))
        .toList();
  }

  private static boolean belongs(Pricing.Piece piece, LineView line) {
    return piece.of().charge().name().equals(line.kind())
        && Objects.equals(piece.of().sku(), line.sku())
        && Objects.equals(piece.of().region(), line.region())
        && Objects.equals(piece.of().commitment(), line.commitment())
        && piece.discountPercent().compareTo(new BigDecimal(line.discountPercent())) == 0
        && piece.unitPrice() != null
        && piece.unitPrice().compareTo(new BigDecimal(line.unitPrice())) == 0;
  }

  private static Slice slice(Account account, Pricing.Piece piece) {
    String at = URLEncoder.encode(piece.sliceStart().toString(), StandardCharsets.UTF_8);
    return new Slice(
        piece.sliceStart(),
        piece.usageClass(),
        piece.of().commitment(),
        piece.seconds().divide(SECONDS_PER_HOUR, 6, RoundingMode.HALF_UP).toPlainString(),
        piece.unitPrice().toPlainString(),
        piece.discountPercent().toPlainString(),
        piece.cost().setScale(6, RoundingMode.HALF_UP).toPlainString(),
        "/v1/accounts/" + account.id() + "/explain?at=" + at);
  }

  private static String formula(InvoiceView view, LineView line) {
    return switch (Line.Kind.valueOf(line.kind())) {
      case COVERED -> "covered by the commitment's fee";
      case OVERAGE, ON_DEMAND ->
          "%s %s x %s x (1 - %s %%), rounded once"
              .formatted(
                  line.quantity(),
                  line.unit() == null ? "" : line.unit(),
                  line.unitPrice(),
                  line.discountPercent());
      case COMMITMENT_FEE ->
          "%s x %s a %s, by the time of the period that lies in the term"
              .formatted(line.quantity(), line.unitPrice(), line.unit());
      case SLA_CREDIT -> "a percent of the period's fee, for the outages listed";
      case CORRECTION ->
          "what %s would cost now, less what was charged for it before"
              .formatted(line.correctsPeriod());
      case TAX -> "percent of the subtotal %s".formatted(view.subtotal());
    };
  }
}
