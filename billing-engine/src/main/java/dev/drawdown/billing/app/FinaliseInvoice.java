package dev.drawdown.billing.app;

import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.billing.store.LedgerAccounts;
import dev.drawdown.contracts.InvoiceIssued;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.OutboxRow;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Issues the invoice of an ended period, once. Everything the ledger has booked for the account at
 * the moment of the call is in it.
 */
@ApplicationScoped
public class FinaliseInvoice {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Pool pool;
  private final Sessions sessions;
  private final CopyStore copyStore;
  private final InvoiceStore invoiceStore;
  private final LedgerAccounts ledger;
  private final RatePeriod ratePeriod;
  private final InvoiceDocuments documents;
  private final ServiceClock clock;

  FinaliseInvoice(
      Pool pool,
      Mutiny.SessionFactory factory,
      CopyStore copyStore,
      InvoiceStore invoiceStore,
      LedgerAccounts ledger,
      RatePeriod ratePeriod,
      InvoiceDocuments documents,
      ServiceClock clock) {
    this.pool = pool;
    this.sessions = new Sessions(factory);
    this.copyStore = copyStore;
    this.invoiceStore = invoiceStore;
    this.ledger = ledger;
    this.ratePeriod = ratePeriod;
    this.documents = documents;
    this.clock = clock;
  }

  /** The invoice; fresh when this call issued it. */
  public Outcome<InvoiceRow> handle(String account, YearMonth label) {
    Optional<CopyStore.Head> cut = ledger.head(account);
    if (cut.isEmpty()) {
      return Outcome.notFound("The account " + account);
    }
    InvoiceRow issued =
        sessions.reading(session -> invoiceStore.finalOf(session, account, label.toString()));
    if (issued != null) {
      return Outcome.done(issued);
    }
    if (!caughtUp(account, cut.get())) {
      return Outcome.refused(
          Outcome.Reason.NOT_YET, "Postings of the account are still on their way; try again.");
    }
    RatePeriod.Rated rated = ratePeriod.handle(account, label).orElseThrow();
    if (!rated.period().hasEndedAt(clock.now())) {
      return Outcome.refused(
          Outcome.Reason.CONFLICT, "The period ends at " + rated.period().end() + ".");
    }
    if (!rated.result().unpriced().isEmpty()) {
      return Outcome.refused(
          Outcome.Reason.CONFLICT,
          "No price is in force for usage of %s; set one and try again."
              .formatted(rated.result().unpriced().getFirst().sku()));
    }
    Invoice draft = Invoice.draft(rated.account(), rated.period(), rated.result());
    return sessions.inTransaction(session -> issue(session, draft));
  }

  private Uni<Outcome<InvoiceRow>> issue(Mutiny.Session session, Invoice draft) {
    String account = draft.account().id();
    String period = draft.period().label().toString();
    Instant now = clock.now();
    int year = now.atZone(ZoneOffset.UTC).getYear();
    return NameLock.take(session, "invoice/" + account + "/" + period)
        .chain(() -> invoiceStore.finalOf(session, account, period))
        .chain(
            existing ->
                existing != null
                    ? Uni.createFrom().item(Outcome.done(existing))
                    : invoiceStore
                        .nextNumber(session, year)
                        .chain(
                            n ->
                                save(
                                    session,
                                    draft.issued(
                                        UUID.randomUUID(), Invoice.number(year, n), now))));
  }

  private Uni<Outcome<InvoiceRow>> save(Mutiny.Session session, Invoice invoice) {
    InvoiceRow row = new InvoiceRow(invoice, documents.json(invoice), documents.html(invoice));
    InvoiceIssued event =
        new InvoiceIssued(
            invoice.id().toString(),
            invoice.number(),
            invoice.account().id(),
            invoice.period().label().toString(),
            invoice.account().currency().getCurrencyCode(),
            invoice.result().total(),
            invoice.issuedAt());
    OutboxRow message =
        new OutboxRow(
            new Outbox.Message(Topics.INVOICE, invoice.account().id(), Json.bytes(event)));
    return session.persistAll(row, message).replaceWith(() -> Outcome.created(row));
  }

  /** Waits until the copies hold at least what the ledger had booked at the cut. */
  private boolean caughtUp(String account, CopyStore.Head cut) {
    Instant limit = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(limit)) {
      Optional<CopyStore.Head> copy = Transaction.run(pool, tx -> copyStore.head(tx, account));
      if (copy.isPresent() && copy.get().isAtLeast(cut)) {
        return true;
      }
      LockSupport.parkNanos(50_000_000L);
    }
    return false;
  }
}
