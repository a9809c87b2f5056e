package dev.drawdown.billing.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** An issued invoice with the forms that were frozen when it was issued. */
@Entity
@Immutable
@Table(name = "invoice")
public class InvoiceRow {
  @Id UUID id;
  String number;
  String account;
  String period;
  String status;

  @Column(name = "posting_sequence")
  long postingSequence;

  @Column(name = "price_position")
  long pricePosition;

  @Column(name = "voided_at")
  Instant voidedAt;

  @Column(name = "void_reason")
  String voidReason;

  byte[] json;
  byte[] html;

  /** Null for invoices of the first version, which had none. */
  byte[] csv;

  protected InvoiceRow() {}

  public UUID id() {
    return id;
  }

  public String number() {
    return number;
  }

  public String account() {
    return account;
  }

  public String period() {
    return period;
  }

  public boolean isVoid() {
    return status.equals("VOID");
  }

  /** How far the journal and the prices had come when it was made. */
  public InvoiceStore.Cut cut() {
    return new InvoiceStore.Cut(postingSequence, pricePosition);
  }

  public Instant voidedAt() {
    return voidedAt;
  }

  public String voidReason() {
    return voidReason;
  }

  public byte[] json() {
    return json;
  }

  public byte[] html() {
    return html;
  }

  public byte[] csv() {
    return csv;
  }
}
