package dev.drawdown.kit.data;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A database transaction on the reactive client, waited for by the calling (virtual) thread.
 *
 * <p>Closing without {@link #commit} rolls back.
 */
public final class Transaction implements AutoCloseable {
  private final SqlConnection connection;
  private final io.vertx.mutiny.sqlclient.Transaction transaction;
  private final List<Pending> sent = new ArrayList<>();
  private boolean committed;

  /** The answer to a statement that was sent and not waited for. */
  public final class Pending {
    private final CompletableFuture<RowSet<Row>> answer;

    private Pending(CompletableFuture<RowSet<Row>> answer) {
      this.answer = answer;
    }

    /** Waits for the rows; fails as the first did of the statements sent up to this one. */
    public RowSet<Row> rows() {
      settle();
      return await();
    }

    private RowSet<Row> await() {
      return Uni.createFrom().completionStage(answer).await().indefinitely();
    }
  }

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

  /** Runs a statement and waits for it; fails when one that was sent before has failed. */
  public RowSet<Row> execute(String sql, Object... parameters) {
    settle();
    return start(sql, parameters).await().indefinitely();
  }

  /**
   * Sends a statement without waiting, so that the next one is on its way while the database works.
   * Statements run in the order in which they are sent; {@link #execute} and {@link #commit} fail
   * when one of them did.
   */
  public Pending send(String sql, Object... parameters) {
    Pending pending =
        new Pending(start(sql, parameters).subscribeAsCompletionStage().toCompletableFuture());
    sent.add(pending);
    return pending;
  }

  private Uni<RowSet<Row>> start(String sql, Object... parameters) {
    Tuple tuple = Tuple.tuple();
    for (Object parameter : parameters) {
      tuple.addValue(parameter);
    }
    return connection.preparedQuery(sql).execute(tuple);
  }

  private void settle() {
    sent.forEach(Pending::await);
    sent.clear();
  }

  public <T> List<T> list(String sql, Function<Row, T> mapping, Object... parameters) {
    List<T> rows = new ArrayList<>();
    execute(sql, parameters).forEach(row -> rows.add(mapping.apply(row)));
    return rows;
  }

  public void commit() {
    settle();
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
