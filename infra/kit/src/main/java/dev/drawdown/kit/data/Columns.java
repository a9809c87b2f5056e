package dev.drawdown.kit.data;

import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;

/** Turns a list of records into arrays for {@code unnest}, one array a column. */
public final class Columns {
  private Columns() {}

  public static <T> String[] text(List<T> rows, Function<T, String> column) {
    return rows.stream().map(column).toArray(String[]::new);
  }

  public static <T> Long[] number(List<T> rows, Function<T, Long> column) {
    return rows.stream().map(column).toArray(Long[]::new);
  }

  public static <T> Numeric[] decimal(List<T> rows, Function<T, BigDecimal> column) {
    return rows.stream().map(column).map(Columns::numeric).toArray(Numeric[]::new);
  }

  public static <T> OffsetDateTime[] time(List<T> rows, Function<T, Instant> column) {
    return rows.stream().map(column).map(Columns::utc).toArray(OffsetDateTime[]::new);
  }

  /** An instant as the database client takes it. */
  public static OffsetDateTime utc(Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  /** A time of the database as an instant. */
  public static Instant instant(OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  /** A decimal as the database client takes it. */
  public static Numeric numeric(BigDecimal value) {
    return value == null ? null : Numeric.create(value);
  }
}
