package dev.drawdown.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads the fields of a request one by one and remembers everything that is wrong with them. */
public final class Fields {
  private final List<Outcome.FieldError> errors = new ArrayList<>();

  /** The value read from a text, or null with the error remembered; absent texts are refused. */
  public <T> T required(String field, String text, Function<String, T> reader) {
    if (text == null) {
      errors.add(new Outcome.FieldError(field, "is required"));
      return null;
    }
    return optional(field, text, null, reader);
  }

  /** The value read from a text, or {@code otherwise} when the text is absent. */
  public <T> T optional(String field, String text, T otherwise, Function<String, T> reader) {
    if (text == null) {
      return otherwise;
    }
    try {
      return reader.apply(text);
    } catch (InvalidValue e) {
      errors.add(new Outcome.FieldError(field, e.getMessage()));
      return null;
    }
  }

  /** Remembers an error unless a condition holds. */
  public void require(boolean holds, String field, String message) {
    if (!holds) {
      errors.add(new Outcome.FieldError(field, message));
    }
  }

  public boolean areValid() {
    return errors.isEmpty();
  }

  public List<Outcome.FieldError> errors() {
    return List.copyOf(errors);
  }

  public <T> Outcome<T> refusal() {
    return Outcome.invalid(errors);
  }

  /** A reader for one of an enum's names. */
  public static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
    return text -> {
      for (E value : type.getEnumConstants()) {
        if (value.name().equals(text)) {
          return value;
        }
      }
      throw new InvalidValue("must be one of " + List.of(type.getEnumConstants()));
    };
  }

  /** A reader for decimals greater than zero. */
  public static java.math.BigDecimal positive(String text) {
    java.math.BigDecimal value = Decimals.read(text);
    if (value.signum() <= 0) {
      throw new InvalidValue("must be greater than zero");
    }
    return value;
  }

  /** A reader for decimals of zero or more. */
  public static java.math.BigDecimal notNegative(String text) {
    java.math.BigDecimal value = Decimals.read(text);
    if (value.signum() < 0) {
      throw new InvalidValue("must not be negative");
    }
    return value;
  }

  /** A reader for percentages from 0 to 100. */
  public static java.math.BigDecimal percent(String text) {
    java.math.BigDecimal value = notNegative(text);
    if (value.compareTo(java.math.BigDecimal.valueOf(100)) > 0) {
      throw new InvalidValue("must be a percentage from 0 to 100");
    }
    return value;
  }
}
