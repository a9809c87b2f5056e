package dev.drawdown.billing.store;

import dev.drawdown.billing.core.Invoice;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/** An issued invoice with its frozen documents. */
@Entity
@Table(name = "invoice")
public class InvoiceRow {
  @Id UUID id;
  String number;
  String account;
  String period;
  String status;
  String currency;
  BigDecimal total;

  @Column(name = "issued_at")
  Instant issuedAt;

  byte[] json;
  byte[] html;

  protected InvoiceRow() {}

  public InvoiceRow(Invoice invoice, byte[] json, byte[] html) {
    this.id = invoice.id();
    this.number = invoice.number();
    this.account = invoice.account().id();
    this.period = invoice.period().label().toString();
    this.status = invoice.status().name();
    this.currency = invoice.account().currency().getCurrencyCode();
    this.total = invoice.result().total();
    this.issuedAt = invoice.issuedAt();
    this.json = json;
    this.html = html;
  }

  public String account() {
    return account;
  }

  public String number() {
    return number;
  }

  public byte[] json() {
    return json;
  }

  public byte[] html() {
    return html;
  }
}
