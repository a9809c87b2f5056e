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

/** Facts as rows of the table {@code event}, and back. */
final class FactRows {
  private FactRows() {}

  /** The columns of one fact; those of other kinds are null. */
  record Flat(
      Identity identity,
      String kind,
      String sku,
      String region,
      String usageClass,
      String resource,
      String labels,
      Instant start,
      Instant end,
      BigDecimal gpus,
      BigDecimal quantity,
      Identity corrects,
      String data) {}

  static Flat flat(Fact fact) {
    return switch (fact) {
      case Fact.Usage usage -> flat(usage);
      case Fact.Correction c -> {
        BigDecimal added = c.change() instanceof Change.Added a ? a.quantity() : null;
        yield new Flat(
            c.identity(),
            "CORRECTION",
            null,
            null,
            null,
            null,
            null,
            c.time(),
            c.time(),
            null,
            added,
            c.corrects(),
            null);
      }
      case Fact.Notice n ->
          new Flat(
              n.identity(),
              n.kind().name(),
              null,
              null,
              null,
              null,
              null,
              n.time(),
              n.time(),
              null,
              null,
              null,
              n.data());
    };
  }

  private static Flat flat(Fact.Usage u) {
    UsageKey key = u.key();
    return switch (u.measure()) {
      case Measure.Span s ->
          new Flat(
              u.identity(),
              "USAGE",
              key.sku(),
              key.region(),
              key.usageClass().label(),
              u.resource(),
              u.labels(),
              s.start(),
              s.end(),
              s.gpus(),
              null,
              null,
              null);
      case Measure.Amount a ->
          new Flat(
              u.identity(),
              "USAGE",
              key.sku(),
              key.region(),
              key.usageClass().label(),
              u.resource(),
              u.labels(),
              a.at(),
              a.at(),
              null,
              a.quantity(),
              null,
              null);
    };
  }

  static Fact fact(Row row) {
    Identity identity = identity(row, "source", "id");
    String kind = row.getString("kind");
    return switch (kind) {
      case "USAGE" -> usage(identity, row);
      case "CORRECTION" -> {
        BigDecimal quantity = row.getBigDecimal("quantity");
        yield new Fact.Correction(
            identity,
            identity(row, "corrects_source", "corrects_id"),
            quantity == null ? new Change.Voided() : new Change.Added(quantity),
            Columns.instant(row.getOffsetDateTime("starts_at")));
      }
      default ->
          new Fact.Notice(
              identity,
              Fact.Notice.Kind.valueOf(kind),
              Columns.instant(row.getOffsetDateTime("starts_at")),
              row.getString("data"));
    };
  }

  private static Fact.Usage usage(Identity identity, Row row) {
    UsageKey key =
        new UsageKey(
            UsageClass.of(row.getString("usage_class")),
            row.getString("sku"),
            row.getString("region"));
    Instant start = Columns.instant(row.getOffsetDateTime("starts_at"));
    BigDecimal gpus = row.getBigDecimal("gpus");
    Measure measure =
        gpus == null
            ? new Measure.Amount(row.getBigDecimal("quantity"), start)
            : new Measure.Span(gpus, start, Columns.instant(row.getOffsetDateTime("ends_at")));
    String labels = row.getString("labels");
    return new Fact.Usage(
        identity, key, row.getString("resource"), labels == null ? "" : labels, measure);
  }

  private static Identity identity(Row row, String source, String id) {
    return new Identity(row.getString("account"), row.getString(source), row.getString(id));
  }
}
