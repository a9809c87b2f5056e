package dev.drawdown.kit.data;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A database transaction on the reactive client, waited for by the calling (virtual) thread.
 *
 * <p>Closing without {@link #commit} rolls back.
 */
public final class Transaction implements AutoCloseable {
  private final SqlConnection connection;
  private final io.vertx.mutiny.sqlclient.Transaction transaction;
  private boolean committed;

  private Transaction(SqlConnection connection) {
    this.connection = connection;
    this.transaction = connection.begin().await().indefinitely();
  }

  public static Transaction begin(Pool pool) {
    SqlConnection connection = pool.getConnection().await().indefinitely();
    try {
      return new Transaction(connection);
    } catch (RuntimeException e) {
      connection.close().await().indefinitely();
      throw e;
    }
  }

  /** Runs work in a transaction and commits it. */
  public static <T> T run(Pool pool, Function<Transaction, T> work) {
    try (Transaction tx = begin(pool)) {
      T result = work.apply(tx);
      tx.commit();
      return result;
    }
  }

  public RowSet<Row> execute(String sql, Object... parameters) {
    Tuple tuple = Tuple.tuple();
    for (Object parameter : parameters) {
      tuple.addValue(parameter);
    }
    return connection.preparedQuery(sql).execute(tuple).await().indefinitely();
  }

  public <T> List<T> list(String sql, Function<Row, T> mapping, Object... parameters) {
    List<T> rows = new ArrayList<>();
    execute(sql, parameters).forEach(row -> rows.add(mapping.apply(row)));
    return rows;
  }

  public void commit() {
    transaction.commit().await().indefinitely();
    committed = true;
  }

  @Override
  public void close() {
    try {
      if (!committed) {
        transaction.rollback().onFailure().recoverWithNull().await().indefinitely();
      }
    } finally {
      connection.close().await().indefinitely();
    }
  }
}
