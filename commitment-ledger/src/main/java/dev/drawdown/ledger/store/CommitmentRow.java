package dev.drawdown.ledger.store;

import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.kit.Json;
import dev.drawdown.ledger.core.Commitment;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A managed commitment: what the database checks in columns, and all of it as a document. */
@Entity
@Table(name = "commitment")
public class CommitmentRow {
  @Id String id;
  String account;
  String kind;

  @Column(name = "starts_at")
  Instant startsAt;

  @Column(name = "ends_at")
  Instant endsAt;

  String document;
  long version;

  protected CommitmentRow() {}

  public CommitmentRow(Commitment commitment) {
    this.id = commitment.id();
    this.account = commitment.account();
    this.version = 1;
    copy(commitment);
  }

  /** Takes over the commitment's content as its next version. */
  public void change(Commitment commitment) {
    version++;
    copy(commitment);
  }

  private void copy(Commitment commitment) {
    kind = commitment.kind().name();
    startsAt = commitment.start();
    endsAt = commitment.end();
    document = Json.text(CommitmentDocuments.write(commitment, version));
  }

  public Commitment toCommitment() {
    return CommitmentDocuments.read(toEvent());
  }

  public CommitmentChanged toEvent() {
    return Json.read(document, CommitmentChanged.class);
  }

  public long version() {
    return version;
  }

  public String id() {
    return id;
  }
}
