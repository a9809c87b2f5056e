package dev.drawdown.billing.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny.Session;

/** Invoices through Hibernate Reactive. */
@ApplicationScoped
public class InvoiceStore {
  public Uni<InvoiceRow> finalOf(Session session, String account, String period) {
    return session
        .createSelectionQuery(
            "FROM InvoiceRow WHERE account = ?1 AND period = ?2 AND status = 'FINAL'",
            InvoiceRow.class)
        .setParameter(1, account)
        .setParameter(2, period)
        .getSingleResultOrNull();
  }

  public Uni<InvoiceRow> find(Session session, UUID id) {
    return session.find(InvoiceRow.class, id);
  }

  public Uni<List<InvoiceRow>> list(Session session, String account, String after, int fetch) {
    return session
        .createSelectionQuery(
            "FROM InvoiceRow WHERE account = ?1 AND number > ?2 ORDER BY number", InvoiceRow.class)
        .setParameter(1, account)
        .setParameter(2, after)
        .setMaxResults(fetch)
        .getResultList();
  }

  /** The next number of a year. Its row stays locked until the invoice stands, so no gap opens. */
  public Uni<Integer> nextNumber(Session session, int year) {
    return session
        .createNativeQuery(
            """
            INSERT INTO invoice_counter (year, last) VALUES (?1, 1)
            ON CONFLICT (year) DO UPDATE SET last = invoice_counter.last + 1 RETURNING last
            """,
            Integer.class)
        .setParameter(1, year)
        .getSingleResult();
  }
}
