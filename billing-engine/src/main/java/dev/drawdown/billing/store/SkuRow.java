package dev.drawdown.billing.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A managed SKU. */
@Entity
@Table(name = "sku")
public class SkuRow {
  @Id String id;
  String unit;
  String name;

  protected SkuRow() {}

  public SkuRow(String id, String unit, String name) {
    this.id = id;
    this.unit = unit;
    this.name = name;
  }

  public String id() {
    return id;
  }

  public String unit() {
    return unit;
  }

  public String name() {
    return name;
  }

  public void rename(String newName) {
    this.name = newName;
  }
}
