package dev.drawdown.billing.store;

import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.Outage;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.kit.data.Columns;
import io.vertx.mutiny.sqlclient.Row;
import java.time.ZoneId;
import java.util.Currency;

/** What the ledger says, in billing's own terms. */
final class Copies {
  private Copies() {}

  static Account account(AccountChanged a) {
    return new Account(
        a.id(),
        a.name(),
        Currency.getInstance(a.currency()),
        ZoneId.of(a.timeZone()),
        a.taxPercent(),
        a.billingDay());
  }

  static Commitment commitment(CommitmentChanged c) {
    String amount =
        c.gpus() == null ? c.hours().toPlainString() + " h" : c.gpus().toPlainString() + " x";
    String description = amount + " " + String.join(", ", c.skus().keySet());
    return new Commitment(
        c.id(),
        description,
        new Commitment.Grant(c.kind().equals("CAPACITY"), c.gpus(), c.hours(), c.window()),
        c.skus(),
        c.start(),
        c.end(),
        c.fee() == null
            ? null
            : new Commitment.Fee(c.fee().amount(), Commitment.Fee.Per.valueOf(c.fee().per())),
        c.overage().stream()
            .map(t -> new Commitment.Tier(t.upToHours(), t.discountPercent()))
            .toList(),
        c.sla() == null ? null : sla(c.sla()));
  }

  private static Commitment.Sla sla(CommitmentChanged.Sla sla) {
    return new Commitment.Sla(
        sla.availabilityPercent(),
        sla.credits().stream()
            .map(k -> new Commitment.Credit(k.belowPercent(), k.creditPercent()))
            .toList());
  }

  static Outage outage(Row row) {
    return new Outage(
        row.getString("source"),
        row.getString("id"),
        row.getString("commitment"),
        row.getBigDecimal("gpus"),
        Columns.instant(row.getOffsetDateTime("starts_at")),
        Columns.instant(row.getOffsetDateTime("ends_at")));
  }

  /** By position, because a month has thousands: a place, from its slice to its quantity. */
  static BookedUsage usage(Row row, int first) {
    return new BookedUsage(
        Columns.instant(row.getOffsetDateTime(first)),
        row.getString(first + 1),
        row.getString(first + 2),
        row.getString(first + 3),
        BookedUsage.Kind.valueOf(row.getString(first + 4)),
        row.getString(first + 5),
        row.getBigDecimal(first + 6));
  }
}
