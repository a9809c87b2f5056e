package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Fact.Change;
import dev.drawdown.ledger.core.Fact.Measure;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.UsageClass;
import dev.drawdown.ledger.core.UsageKey;
import io.vertx.mutiny.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;

/** Facts as rows of {@code event} and the tables beside it, and back. */
final class FactRows {
  /** What {@link #fact} reads; the query names the tables as {@link #DETAILS} does. */
  static final String COLUMNS =
      "e.starts_at, e.ends_at, e.amount, e.resource, s.usage_class, s.sku, s.region, s.span,"
          + " s.labels, c.corrects_id, t.source AS corrects_source, c.quantity, n.kind, n.data";

  /** Joins what belongs to an event {@code e}. */
  static final String DETAILS =
      """
       LEFT JOIN series s ON s.number = e.series
       LEFT JOIN correction c ON e.series IS NULL AND c.book = e.book AND c.source = e.source
         AND c.id = e.id
       LEFT JOIN event_source t ON t.number = c.corrects_source
       LEFT JOIN notice n ON e.series IS NULL AND n.book = e.book AND n.source = e.source
         AND n.id = e.id
      """;

  private FactRows() {}

  static Fact fact(Identity identity, Row row) {
    if (row.getString("sku") != null) {
      return usage(identity, row);
    }
    Instant at = Columns.instant(row.getOffsetDateTime("starts_at"));
    String corrected = EventIds.text(row, "corrects_id");
    if (corrected != null) {
      return new Fact.Correction(
          identity,
          new Identity(identity.account(), row.getString("corrects_source"), corrected),
          change(row),
          at);
    }
    return new Fact.Notice(
        identity, Fact.Notice.Kind.valueOf(row.getString("kind")), at, row.getString("data"));
  }

  /** What a row of {@code correction} does: a quantity is added, none voids. */
  static Change change(Row row) {
    BigDecimal quantity = row.getBigDecimal("quantity");
    return quantity == null ? new Change.Voided() : new Change.Added(quantity);
  }

  private static Fact.Usage usage(Identity identity, Row row) {
    UsageKey key =
        new UsageKey(
            UsageClass.of(row.getString("usage_class")),
            row.getString("sku"),
            row.getString("region"));
    Instant start = Columns.instant(row.getOffsetDateTime("starts_at"));
    BigDecimal amount = row.getBigDecimal("amount");
    Measure measure =
        row.getBoolean("span")
            ? new Measure.Span(amount, start, Columns.instant(row.getOffsetDateTime("ends_at")))
            : new Measure.Amount(amount, start);
    return new Fact.Usage(
        identity, key, row.getString("resource"), row.getString("labels"), measure);
  }

  static Instant start(Fact fact) {
    return switch (fact) {
      case Fact.Usage usage ->
          switch (usage.measure()) {
            case Measure.Span span -> span.start();
            case Measure.Amount amount -> amount.at();
          };
      case Fact.Correction correction -> correction.time();
      case Fact.Notice notice -> notice.time();
    };
  }

  static Instant end(Fact fact) {
    return fact instanceof Fact.Usage usage && usage.measure() instanceof Measure.Span span
        ? span.end()
        : start(fact);
  }

  /** Units held or the quantity; nothing for what books no usage. */
  static BigDecimal amount(Fact fact) {
    return switch (fact) {
      case Fact.Usage usage ->
          switch (usage.measure()) {
            case Measure.Span span -> span.gpus();
            case Measure.Amount amount -> amount.quantity();
          };
      case Fact.Correction correction -> BigDecimal.ZERO;
      case Fact.Notice notice -> BigDecimal.ZERO;
    };
  }

  static String resource(Fact fact) {
    return fact instanceof Fact.Usage usage ? usage.resource() : "";
  }
}
