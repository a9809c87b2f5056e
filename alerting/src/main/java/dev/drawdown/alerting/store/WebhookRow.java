package dev.drawdown.alerting.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.DynamicUpdate;

/** A managed webhook. Its secrets are for signing and are never shown again. */
@Entity
@DynamicUpdate
@Table(name = "webhook")
public class WebhookRow {
  @Id String id;
  String account;
  String url;
  String events;
  String secret;

  @Column(name = "former_secret")
  String formerSecret;

  @Column(name = "former_secret_until")
  Instant formerSecretUntil;

  @Column(name = "disabled_reason")
  String disabledReason;

  protected WebhookRow() {}

  public WebhookRow(String id, String secret) {
    this.id = id;
    this.secret = secret;
  }

  /** Takes over an address and enables the webhook again. */
  public void change(String newAccount, String newUrl, List<String> newEvents) {
    account = newAccount;
    url = newUrl;
    events = String.join(",", newEvents);
    disabledReason = null;
  }

  /** A new secret; the former one signs too until an instant. */
  public void rotate(String newSecret, Instant until) {
    formerSecret = secret;
    formerSecretUntil = until;
    secret = newSecret;
  }

  public String id() {
    return id;
  }

  public String account() {
    return account;
  }

  public String url() {
    return url;
  }

  public List<String> events() {
    return List.of(events.split(","));
  }

  public String disabledReason() {
    return disabledReason;
  }
}
