package dev.drawdown.kit;

import java.util.List;
import java.util.function.Function;

/** How a use case ended: with a value, or with a refusal that says why. Faults are exceptions. */
public sealed interface Outcome<T> {
  /** It was done; {@code fresh} when this call made something new. */
  record Done<T>(T value, boolean fresh) implements Outcome<T> {}

  /** It was not done, and repeating it unchanged will not help. */
  record Refused<T>(Reason reason, String detail, List<FieldError> errors) implements Outcome<T> {
    public Refused {
      errors = List.copyOf(errors);
    }
  }

  /** Why something was refused. */
  enum Reason {
    MALFORMED,
    NOT_FOUND,
    CONFLICT,
    RULE,
    NOT_YET
  }

  /** What is wrong with one field, told by its path from the outside. */
  record FieldError(String field, String message) {}

  static <T> Outcome<T> done(T value) {
    return new Done<>(value, false);
  }

  static <T> Outcome<T> created(T value) {
    return new Done<>(value, true);
  }

  static <T> Outcome<T> refused(Reason reason, String detail) {
    return new Refused<>(reason, detail, List.of());
  }

  static <T> Outcome<T> invalid(List<FieldError> errors) {
    return new Refused<>(Reason.MALFORMED, "Some fields are not valid.", errors);
  }

  static <T> Outcome<T> notFound(String what) {
    return refused(Reason.NOT_FOUND, what + " does not exist.");
  }

  /** The same outcome with another value. */
  default <R> Outcome<R> map(Function<T, R> change) {
    return switch (this) {
      case Done<T> done -> new Done<>(change.apply(done.value), done.fresh);
      case Refused<T> refused -> new Refused<>(refused.reason, refused.detail, refused.errors);
    };
  }
}
