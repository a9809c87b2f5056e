package dev.drawdown.billing.app;

import com.fasterxml.jackson.databind.SequenceWriter;
import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.BookedUsage;
import dev.drawdown.billing.core.Commitment;
import dev.drawdown.billing.core.FocusExport;
import dev.drawdown.billing.core.FocusRow;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.Period;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.core.Pricing;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.billing.store.LedgerJournal;
import dev.drawdown.billing.store.LedgerShares;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The FOCUS export of a billing period, of one account or of all, written while it is made. An
 * invoiced period is exported as it was invoiced; later changes are rows of later periods.
 */
@ApplicationScoped
public class ExportFocus {
  private static final Duration STRETCH = Duration.ofDays(1);

  private final Pool pool;
  private final CopyStore copyStore;
  private final Invoices invoices;
  private final InvoiceStore invoiceStore;
  private final LedgerJournal journal;
  private final LedgerShares shares;
  private final RatePeriod ratePeriod;
  private final CsvTables csv;
  private final ServiceClock clock;
  private final String provider;

  ExportFocus(
      Pool pool,
      CopyStore copyStore,
      Invoices invoices,
      InvoiceStore invoiceStore,
      LedgerJournal journal,
      LedgerShares shares,
      RatePeriod ratePeriod,
      CsvTables csv,
      ServiceClock clock,
      @ConfigProperty(name = "drawdown.provider-name") String provider) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.invoices = invoices;
    this.invoiceStore = invoiceStore;
    this.journal = journal;
    this.shares = shares;
    this.ratePeriod = ratePeriod;
    this.csv = csv;
    this.clock = clock;
    this.provider = provider;
  }

  /** Writes the period's rows of an account, or of all accounts when it is null. */
  public void handle(String account, YearMonth label, OutputStream out) throws IOException {
    RatePeriod.Tables tables = ratePeriod.tables();
    try (SequenceWriter rows = csv.focus(out)) {
      if (account != null) {
        write(account, label, tables, rows);
        return;
      }
      String after = "";
      List<String> some;
      do {
        String from = after;
        some = Transaction.run(pool, tx -> copyStore.accountIds(tx, from));
        for (String one : some) {
          write(one, label, tables, rows);
          after = one;
        }
      } while (!some.isEmpty());
    }
  }

  private void write(String id, YearMonth label, RatePeriod.Tables tables, SequenceWriter rows)
      throws IOException {
    Optional<FocusExport.Basis> basis = basis(id, label, tables);
    if (basis.isEmpty()) {
      return;
    }
    Period period = basis.get().period();
    FocusExport export = new FocusExport(basis.get());
    put(rows, export.purchases());
    for (Instant from = period.start(); from.isBefore(period.end()); from = from.plus(STRETCH)) {
      Instant next = from.plus(STRETCH);
      Instant to = next.isBefore(period.end()) ? next : period.end();
      put(rows, export.usage(from, to, shares.ofResources(id, from, to)));
    }
    put(rows, export.rest());
    rows.flush();
  }

  private void put(SequenceWriter rows, List<FocusRow> made) throws IOException {
    for (FocusRow row : made) {
      rows.write(CsvTables.cells(row));
    }
  }

  /** Nothing when the account is not known here or nothing happened in the period. */
  private Optional<FocusExport.Basis> basis(String id, YearMonth label, RatePeriod.Tables tables) {
    UUID valid = Transaction.run(pool, tx -> invoiceStore.valid(tx, id).get(label));
    Optional<InvoiceRow> invoice = valid == null ? Optional.empty() : invoices.find(valid);
    Optional<RatePeriod.Rated> rated = ratePeriod.handle(id, label);
    if (rated.isEmpty()) {
      return Optional.empty();
    }
    Account account = rated.get().account();
    Period period = rated.get().period();
    List<Commitment> commitments = rated.get().commitments();
    List<Price> prices =
        invoice.map(row -> tables.pricesUpTo(row.cut().pricePosition())).orElse(tables.prices());
    List<BookedUsage> usage =
        invoice
            .map(row -> journal.usage(id, period, row.cut().postingSequence()))
            .orElse(rated.get().usage());
    List<Line> lines =
        invoice
            .map(row -> InvoiceLines.of(invoices.view(row)))
            .orElse(rated.get().result().lines());
    if (lines.isEmpty() && usage.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new FocusExport.Basis(
            account,
            period,
            lines,
            Pricing.of(account, usage, commitments, prices).pieces(),
            commitments,
            prices,
            tables.units(),
            drawnBefore(account, period, commitments),
            invoice.isPresent() ? period.end() : clock.now(),
            provider,
            invoice.map(InvoiceRow::number).orElse(null)));
  }

  private Map<String, java.math.BigDecimal> drawnBefore(
      Account account, Period period, List<Commitment> commitments) {
    return Transaction.run(pool, tx -> copyStore.drawnBefore(tx, account, period, commitments));
  }
}
