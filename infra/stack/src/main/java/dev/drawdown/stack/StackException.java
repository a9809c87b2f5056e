package dev.drawdown.stack;

/** A failure whose message is all that a person at the command line needs. */
public final class StackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StackException(String message) {
    super(message);
  }
}
