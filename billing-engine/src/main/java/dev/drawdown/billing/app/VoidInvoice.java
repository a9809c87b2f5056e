package dev.drawdown.billing.app;

import dev.drawdown.billing.store.InvoiceRow;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.contracts.InvoiceIssued;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/**
 * Makes an invoice void. It can still be read; its period can be invoiced again under a new number,
 * and what it had corrected in older periods is corrected by the next invoice.
 */
@ApplicationScoped
public class VoidInvoice {
  private final Pool pool;
  private final Invoices invoices;
  private final InvoiceStore invoiceStore;
  private final ServiceClock clock;

  VoidInvoice(Pool pool, Invoices invoices, InvoiceStore invoiceStore, ServiceClock clock) {
    this.pool = pool;
    this.invoices = invoices;
    this.invoiceStore = invoiceStore;
    this.clock = clock;
  }

  /** The invoice, void; one that is void already stays as it is. */
  public Outcome<InvoiceRow> handle(UUID id, String reason) {
    var known = invoices.find(id);
    if (known.isEmpty()) {
      return Outcome.notFound("The invoice " + id);
    }
    Transaction.run(
        pool,
        tx -> {
          invoiceStore.lock(tx, known.get().account());
          if (invoiceStore.makeVoid(tx, id, clock.now(), reason)) {
            Outbox.put(tx, List.of(message(known.get())));
          }
          return null;
        });
    return Outcome.done(invoices.find(id).orElseThrow());
  }

  private static Outbox.Message message(InvoiceRow row) {
    InvoiceView view = Json.read(row.json(), InvoiceView.class);
    InvoiceIssued event =
        new InvoiceIssued(
            view.id(),
            view.number(),
            view.account(),
            view.period().label(),
            "VOID",
            view.currency(),
            new BigDecimal(view.total()),
            view.issuedAt());
    return new Outbox.Message(Topics.INVOICE, view.account(), Json.bytes(event));
  }
}
