package dev.drawdown.ledger.store;

import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Calendar;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.ZoneId;

/** A managed account. */
@Entity
@Table(name = "account")
public class AccountRow {
  @Id String id;
  String name;
  String currency;

  @Column(name = "time_zone")
  String timeZone;

  @Column(name = "tax_percent")
  BigDecimal taxPercent;

  @Column(name = "billing_day")
  int billingDay;

  @Column(name = "grace_hours")
  Integer graceHours;

  long version;

  protected AccountRow() {}

  /** A new account, at version 1. */
  public AccountRow(Account account) {
    this.id = account.id();
    this.version = 1;
    copy(account);
  }

  /** Takes over the account's content as its next version. */
  public void change(Account account) {
    copy(account);
    version++;
  }

  private void copy(Account account) {
    name = account.name();
    currency = account.currency();
    timeZone = account.calendar().zone().getId();
    taxPercent = account.taxPercent();
    billingDay = account.calendar().billingDay();
    graceHours = account.graceHours();
  }

  public Account toAccount() {
    return new Account(
        id,
        name,
        currency,
        new Calendar(ZoneId.of(timeZone), billingDay),
        dev.drawdown.kit.Decimals.normal(taxPercent),
        graceHours);
  }

  public AccountChanged toEvent() {
    return new AccountChanged(
        id, version, name, currency, timeZone, taxPercent, billingDay, graceHours);
  }

  public long version() {
    return version;
  }
}
