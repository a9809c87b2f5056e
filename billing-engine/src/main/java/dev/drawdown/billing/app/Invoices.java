package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.billing.store.LedgerAccounts;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Sessions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny;

/** Looks up invoices, and shows the draft of a period as it stands. */
@ApplicationScoped
public class Invoices {
  private final Sessions sessions;
  private final InvoiceStore invoiceStore;
  private final RatePeriod ratePeriod;
  private final LedgerAccounts ledger;

  Invoices(
      Mutiny.SessionFactory factory,
      InvoiceStore invoiceStore,
      RatePeriod ratePeriod,
      LedgerAccounts ledger) {
    this.sessions = new Sessions(factory);
    this.invoiceStore = invoiceStore;
    this.ratePeriod = ratePeriod;
    this.ledger = ledger;
  }

  public Outcome<Invoice> draft(String account, YearMonth label) {
    Optional<Invoice> draft =
        ratePeriod
            .handle(account, label)
            .map(rated -> Invoice.draft(rated.account(), rated.period(), rated.result()));
    if (draft.isPresent()) {
      return Outcome.done(draft.get());
    }
    return ledger.head(account).isEmpty()
        ? Outcome.notFound("The account " + account)
        : Outcome.refused(
            Outcome.Reason.NOT_YET, "The account is still on its way here; try again.");
  }

  public Optional<InvoiceRow> find(UUID id) {
    return Optional.ofNullable(sessions.reading(session -> invoiceStore.find(session, id)));
  }

  /** Invoices in the order of their numbers. */
  public List<InvoiceRow> list(String account, String after, int fetch) {
    return sessions.reading(session -> invoiceStore.list(session, account, after, fetch));
  }
}
