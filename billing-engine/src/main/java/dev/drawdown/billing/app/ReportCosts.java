package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.Committed;
import dev.drawdown.billing.core.CostReport;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.OpenPieces;
import dev.drawdown.billing.core.Pricing;
import dev.drawdown.billing.core.Pricing.Piece;
import dev.drawdown.billing.core.Projection;
import dev.drawdown.billing.core.Share;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.LedgerShares;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sums what usage costs by time and whatever else a caller names, and projects the period. */
@ApplicationScoped
public class ReportCosts {
  private static final Duration STRETCH = Duration.ofDays(1);

  /** What is asked: slices that begin in {@code [from, to)}. */
  public record Query(Instant from, Instant to, CostReport.Time time, List<Dimension> dimensions) {
    private boolean asksForShares() {
      return dimensions.stream().anyMatch(d -> d.label() != null || d.name().equals("resource"));
    }
  }

  /** A key to group by: sku, region, class, commitment, resource or a label. */
  public record Dimension(String name, String label) {}

  /** The rows, and where the running period is heading if it is among them. */
  public record Report(String currency, List<CostReport.Row> rows, Projection projection) {}

  private final Pool pool;
  private final CopyStore copyStore;
  private final RatePeriod ratePeriod;
  private final LedgerShares shares;
  private final ServiceClock clock;

  ReportCosts(
      Pool pool,
      CopyStore copyStore,
      RatePeriod ratePeriod,
      LedgerShares shares,
      ServiceClock clock) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.ratePeriod = ratePeriod;
    this.shares = shares;
    this.clock = clock;
  }

  /** Nothing when the account is not known here. */
  public Optional<Report> handle(String id, Query query) {
    Account account = Transaction.run(pool, tx -> copyStore.accounts(tx, List.of(id))).get(id);
    if (account == null) {
      return Optional.empty();
    }
    RatePeriod.Tables tables = ratePeriod.tables();
    CostReport report = new CostReport(account, query.time());
    Projection projection = null;
    Instant now = clock.now();
    YearMonth label = account.periodOf(query.from()).label();
    while (account.period(label).start().isBefore(query.to())) {
      RatePeriod.Rated rated = ratePeriod.handle(id, label).orElseThrow();
      List<Piece> pieces =
          Pricing.of(account, rated.usage(), rated.commitments(), tables.prices()).pieces();
      add(report, query, rated, pieces);
      if (rated.period().contains(now)) {
        projection = Projection.of(account, rated.period(), pieces, now);
      }
      label = label.plusMonths(1);
    }
    return Optional.of(new Report(account.currency().getCurrencyCode(), report.rows(), projection));
  }

  private void add(CostReport report, Query query, RatePeriod.Rated rated, List<Piece> pieces) {
    Map<String, BigDecimal> before =
        Transaction.run(
            pool,
            tx -> copyStore.drawnBefore(tx, rated.account(), rated.period(), rated.commitments()));
    Committed committed =
        new Committed(rated.account(), rated.period(), rated.commitments(), before);
    OpenPieces open = new OpenPieces();
    for (Piece piece : pieces) {
      BigDecimal cost =
          piece.of().charge() == Line.Kind.COVERED ? committed.use(piece) : piece.cost();
      if (isIn(query, piece.sliceStart())) {
        if (query.asksForShares()) {
          open.add(piece, cost);
        } else {
          report.add(piece, values(query, piece, null), cost);
        }
      }
    }
    if (query.asksForShares()) {
      addShares(report, query, rated, open);
    }
    if (query.dimensions().isEmpty()) {
      committed.lapsed(now(rated)).stream()
          .filter(one -> isIn(query, one.end().minusNanos(1_000)))
          .forEach(
              one -> report.addLapsed(one.end().minusNanos(1_000), one.units(), one.effective()));
    }
  }

  /** Windows lapse as time passes, so none of the future has. */
  private Instant now(RatePeriod.Rated rated) {
    Instant now = clock.now();
    return now.isBefore(rated.period().end()) ? now : rated.period().end();
  }

  private void addShares(CostReport report, Query query, RatePeriod.Rated rated, OpenPieces open) {
    Instant end = query.to().isBefore(rated.period().end()) ? query.to() : rated.period().end();
    Instant from =
        query.from().isAfter(rated.period().start()) ? query.from() : rated.period().start();
    while (from.isBefore(end)) {
      Instant to = from.plus(STRETCH).isBefore(end) ? from.plus(STRETCH) : end;
      for (Share share : shares.ofResources(rated.account().id(), from, to)) {
        open.take(share)
            .forEach(
                part -> report.add(part.piece(), values(query, part.piece(), share), part.cost()));
      }
      from = to;
    }
    open.left().forEach(p -> report.add(p.piece(), values(query, p.piece(), null), p.cost()));
  }

  private static boolean isIn(Query query, Instant instant) {
    return !instant.isBefore(query.from()) && instant.isBefore(query.to());
  }

  private static List<String> values(Query query, Piece piece, Share share) {
    return query.dimensions().stream()
        .map(
            d -> {
              if (d.label() != null) {
                return label(share, d.label());
              }
              return switch (d.name()) {
                case "sku" -> piece.of().sku();
                case "region" -> orEmpty(piece.of().region());
                case "class" -> piece.usageClass();
                case "commitment" -> orEmpty(piece.of().commitment());
                default -> share == null ? "" : orEmpty(share.resource());
              };
            })
        .toList();
  }

  private static String label(Share share, String name) {
    if (share == null || share.labels() == null) {
      return "";
    }
    Object value = Json.read(share.labels(), Map.class).get(name);
    return value == null ? "" : value.toString();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
