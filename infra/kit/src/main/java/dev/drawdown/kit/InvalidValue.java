package dev.drawdown.kit;

/** A text that cannot be read; the message completes the sentence "this field …". */
public final class InvalidValue extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidValue(String message) {
    super(message);
  }
}
