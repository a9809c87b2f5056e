package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Day;
import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.billing.store.LedgerAccounts;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** Looks up invoices in each of their forms, and shows the draft of a period as it stands. */
@ApplicationScoped
public class Invoices {
  /** The forms an invoice is answered in. */
  public enum Form {
    JSON,
    HTML,
    PDF,
    CSV
  }

  private final Pool pool;
  private final Sessions sessions;
  private final InvoiceStore invoiceStore;
  private final InvoiceDocuments documents;
  private final RatePeriod ratePeriod;
  private final LedgerAccounts ledger;

  Invoices(
      Pool pool,
      Mutiny.SessionFactory factory,
      InvoiceStore invoiceStore,
      InvoiceDocuments documents,
      RatePeriod ratePeriod,
      LedgerAccounts ledger) {
    this.pool = pool;
    this.sessions = new Sessions(factory);
    this.invoiceStore = invoiceStore;
    this.documents = documents;
    this.ratePeriod = ratePeriod;
    this.ledger = ledger;
  }

  /** The draft of a period: what it would cost if it were invoiced now, without corrections. */
  public Outcome<byte[]> draft(String account, YearMonth label, Form form) {
    Optional<RatePeriod.Rated> rated = ratePeriod.handle(account, label);
    if (rated.isPresent()) {
      return Outcome.done(make(InvoiceView.of(draft(rated.get())), form));
    }
    return ledger.head(account).isEmpty()
        ? Outcome.notFound("The account " + account)
        : Outcome.refused(
            Outcome.Reason.NOT_YET, "The account is still on its way here; try again.");
  }

  private static Invoice draft(RatePeriod.Rated rated) {
    return Invoice.draft(
        rated.account(),
        rated.period(),
        rated.result(),
        Day.of(rated.account(), rated.period(), rated.usage(), rated.commitments()));
  }

  public Optional<InvoiceRow> find(UUID id) {
    return Optional.ofNullable(sessions.reading(session -> invoiceStore.find(session, id)));
  }

  /** Invoices in the order of their numbers. */
  public List<InvoiceRow> list(String account, String after, int fetch) {
    return sessions.reading(session -> invoiceStore.list(session, account, after, fetch));
  }

  /** The invoice as it was issued, or as it was made void. */
  public InvoiceView view(InvoiceRow row) {
    InvoiceView issued = Json.read(row.json(), InvoiceView.class);
    return row.isVoid() ? issued.voided(row.voidedAt(), row.voidReason()) : issued;
  }

  /** The very bytes that were frozen; a void invoice is shown as one. */
  public byte[] form(InvoiceRow row, Form form) {
    if (row.isVoid()) {
      return make(view(row), form);
    }
    return switch (form) {
      case JSON -> row.json();
      case HTML -> row.html();
      case CSV -> row.csv() == null ? make(view(row), form) : row.csv();
      case PDF -> pdf(row);
    };
  }

  /** Drawn when first asked for, because few are; kept from then on. */
  private byte[] pdf(InvoiceRow row) {
    Optional<byte[]> kept = Transaction.run(pool, tx -> invoiceStore.pdf(tx, row.id()));
    if (kept.isPresent()) {
      return kept.get();
    }
    byte[] drawn = documents.pdf(view(row));
    return Transaction.run(
        pool,
        tx -> {
          invoiceStore.keepPdf(tx, row.id(), drawn);
          return invoiceStore.pdf(tx, row.id()).orElseThrow();
        });
  }

  private byte[] make(InvoiceView view, Form form) {
    return switch (form) {
      case JSON -> documents.json(view);
      case HTML -> documents.html(view);
      case PDF -> documents.pdf(view);
      case CSV -> documents.csv(view);
    };
  }
}
