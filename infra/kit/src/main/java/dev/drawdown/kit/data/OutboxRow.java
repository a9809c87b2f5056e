package dev.drawdown.kit.data;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** An {@link Outbox.Message} written through Hibernate, beside the managed row that causes it. */
@Entity
@Table(schema = "cdc", name = "outbox")
public class OutboxRow {
  @Id UUID id;

  @Column(nullable = false)
  String topic;

  @Column(nullable = false)
  String account;

  @Column(nullable = false)
  byte[] payload;

  protected OutboxRow() {}

  public OutboxRow(Outbox.Message message) {
    this.id = UUID.randomUUID();
    this.topic = message.topic();
    this.account = message.account();
    this.payload = message.payload();
  }
}
