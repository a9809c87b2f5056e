package dev.drawdown.alerting.store;

import dev.drawdown.alerting.core.Budget;
import dev.drawdown.kit.Json;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;

/** A managed budget: what the database checks in columns, and all of it as a document. */
@Entity
@Table(name = "budget")
public class BudgetRow {
  @Id String id;
  String account;
  String metric;
  BigDecimal amount;
  String commitment;
  String document;

  protected BudgetRow() {}

  public BudgetRow(Budget budget) {
    this.id = budget.id();
    change(budget);
  }

  public final void change(Budget budget) {
    account = budget.account();
    metric = budget.metric().name();
    amount = budget.amount();
    commitment = budget.commitment();
    document = Json.text(budget);
  }

  public Budget toBudget() {
    return read(document);
  }

  static Budget read(String document) {
    return Json.read(document, Budget.class);
  }
}
