package dev.drawdown.kit.data;

import io.vertx.core.buffer.Buffer;
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

  public static <T> String[] text(List<T> rows, Function<? super T, String> column) {
    return fill(new String[rows.size()], rows, column);
  }

  public static <T> Integer[] integer(List<T> rows, Function<? super T, Integer> column) {
    return fill(new Integer[rows.size()], rows, column);
  }

  public static <T> Long[] number(List<T> rows, Function<? super T, Long> column) {
    return fill(new Long[rows.size()], rows, column);
  }

  public static <T> Numeric[] decimal(List<T> rows, Function<? super T, BigDecimal> column) {
    return fill(new Numeric[rows.size()], rows, row -> numeric(column.apply(row)));
  }

  public static <T> Buffer[] bytes(List<T> rows, Function<? super T, Buffer> column) {
    return fill(new Buffer[rows.size()], rows, column);
  }

  public static <T> OffsetDateTime[] time(List<T> rows, Function<? super T, Instant> column) {
    return fill(new OffsetDateTime[rows.size()], rows, row -> utc(column.apply(row)));
  }

  private static <T, C> C[] fill(C[] column, List<T> rows, Function<? super T, C> value) {
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(rows.get(i));
    }
    return column;
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
