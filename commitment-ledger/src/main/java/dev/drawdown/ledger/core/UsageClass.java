package dev.drawdown.ledger.core;

/** Guaranteed or best-effort usage, in the order in which they draw inside a slice. */
public enum UsageClass {
  RESERVED("reserved"),
  ELASTIC("elastic");

  private final String label;

  UsageClass(String label) {
    this.label = label;
  }

  /** The spelling used in events and answers. */
  public String label() {
    return label;
  }

  public static UsageClass of(String label) {
    for (UsageClass c : values()) {
      if (c.label.equals(label)) {
        return c;
      }
    }
    throw new dev.drawdown.kit.InvalidValue("must be reserved or elastic");
  }
}
