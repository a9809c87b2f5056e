package dev.drawdown.billing.store;

import dev.drawdown.billing.core.Corrections.Charged;
import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.core.Line;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny.Session;

/** Invoices: read through Hibernate Reactive, issued and made void in transactions of their own. */
@ApplicationScoped
public class InvoiceStore {
  /** An invoice's forms that are frozen when it is issued. */
  public record Documents(byte[] json, byte[] html, byte[] csv) {}

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

  /** One change of an account's invoices at a time; the lock lasts as long as the transaction. */
  public void lock(Transaction tx, String account) {
    tx.execute("SELECT pg_advisory_xact_lock(hashtextextended('invoice/' || $1, 0))", account);
  }

  /** Keeps the account's copy of the journal where it is until the transaction ends. */
  public void holdJournal(Transaction tx, String account) {
    tx.execute("SELECT 1 FROM posting_cursor WHERE account = $1 FOR SHARE", account);
  }

  /** The valid invoices of an account: id by period. */
  public Map<YearMonth, UUID> valid(Transaction tx, String account) {
    Map<YearMonth, UUID> valid = new HashMap<>();
    tx.execute("SELECT period, id FROM invoice WHERE account = $1 AND status = 'FINAL'", account)
        .forEach(row -> valid.put(YearMonth.parse(row.getString(0)), row.getUUID(1)));
    return valid;
  }

  /** Whether a period was ever invoiced, also when the invoice was made void later. */
  public boolean wasInvoiced(Transaction tx, String account, YearMonth period) {
    return tx.execute(
                "SELECT 1 FROM invoice WHERE account = $1 AND period = $2 LIMIT 1",
                account,
                period.toString())
            .size()
        > 0;
  }

  /** What valid invoices have charged, by the period it counts for; tax does not count. */
  public Map<YearMonth, List<Charged>> charged(Transaction tx, String account) {
    Map<YearMonth, List<Charged>> charged = new HashMap<>();
    tx.execute(
            """
            SELECT l.counts_for, l.charge, l.sku, l.region, l.commitment, sum(l.amount) AS amount
            FROM invoice_line l JOIN invoice i ON i.id = l.invoice
            WHERE l.account = $1 AND i.status = 'FINAL' AND l.charge <> 'TAX'
            GROUP BY 1, 2, 3, 4, 5
            """,
            account)
        .forEach(
            row ->
                charged
                    .computeIfAbsent(
                        YearMonth.parse(row.getString("counts_for")), p -> new ArrayList<>())
                    .add(
                        new Charged(
                            new Line.Subject(
                                Line.Kind.valueOf(row.getString("charge")),
                                row.getString("sku"),
                                row.getString("region"),
                                row.getString("commitment")),
                            row.getBigDecimal("amount"))));
    return charged;
  }

  /** The next number of a year. Its row stays locked until the invoice stands, so no gap opens. */
  public int nextNumber(Transaction tx, int year) {
    return tx.execute(
            """
            INSERT INTO invoice_counter (year, last) VALUES ($1, 1)
            ON CONFLICT (year) DO UPDATE SET last = invoice_counter.last + 1 RETURNING last
            """,
            year)
        .iterator()
        .next()
        .getInteger(0);
  }

  /** How far the account's journal and the list of prices had come when an invoice was made. */
  public record Cut(long postingSequence, long pricePosition) {}

  public void insert(Transaction tx, Invoice invoice, Documents documents, Cut cut) {
    tx.send(
        """
        INSERT INTO invoice (id, number, account, period, status, currency, subtotal, total,
          issued_at, posting_sequence, price_position, json, html, csv)
        VALUES ($1, $2, $3, $4, 'FINAL', $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """,
        invoice.id(),
        invoice.number(),
        invoice.account().id(),
        invoice.period().label().toString(),
        invoice.account().currency().getCurrencyCode(),
        Columns.numeric(invoice.result().subtotal()),
        Columns.numeric(invoice.result().total()),
        Columns.utc(invoice.issuedAt()),
        cut.postingSequence(),
        cut.pricePosition(),
        Buffer.buffer(documents.json()),
        Buffer.buffer(documents.html()),
        Buffer.buffer(documents.csv()));
    insertLines(tx, invoice);
  }

  private static void insertLines(Transaction tx, Invoice invoice) {
    List<Line> lines = invoice.result().lines();
    String own = invoice.period().label().toString();
    tx.send(
        """
        INSERT INTO invoice_line
          (invoice, line, account, counts_for, charge, sku, region, commitment, amount)
        SELECT $1, n, $2, counts_for, charge, sku, region, commitment, amount
        FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[])
          WITH ORDINALITY AS l (counts_for, charge, sku, region, commitment, amount, n)
        """,
        invoice.id(),
        invoice.account().id(),
        Columns.text(lines, l -> l.correctsPeriod() == null ? own : l.correctsPeriod()),
        Columns.text(lines, l -> l.of().charge().name()),
        Columns.text(lines, Line::sku),
        Columns.text(lines, Line::region),
        Columns.text(lines, Line::commitment),
        Columns.decimal(lines, Line::amount));
  }

  /** Makes an invoice void; false when it already was. */
  public boolean makeVoid(Transaction tx, UUID id, Instant at, String reason) {
    return tx.execute(
                """
                UPDATE invoice SET status = 'VOID', voided_at = $2, void_reason = $3
                WHERE id = $1 AND status = 'FINAL'
                """,
                id,
                Columns.utc(at),
                reason)
            .rowCount()
        > 0;
  }

  /** The invoice's PDF, once it has been drawn. */
  public Optional<byte[]> pdf(Transaction tx, UUID id) {
    return Optional.ofNullable(
            tx.execute("SELECT pdf FROM invoice WHERE id = $1", id).iterator().next().getBuffer(0))
        .map(kept -> kept.getBytes());
  }

  /** Keeps the PDF that was drawn first. */
  public void keepPdf(Transaction tx, UUID id, byte[] pdf) {
    tx.execute("UPDATE invoice SET pdf = $2 WHERE id = $1 AND pdf IS NULL", id, Buffer.buffer(pdf));
  }
}
