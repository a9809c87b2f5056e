package dev.drawdown.ledger.store;

import dev.drawdown.kit.data.Transaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;

/** Where reading of a partition resumes. The row is also the partition's write lock. */
@ApplicationScoped
public class PositionStore {
  /** Makes an instance the only one that may write for a partition; answers where to resume. */
  public long claim(Transaction tx, String topic, int partition, UUID owner) {
    return tx.execute(
            """
            INSERT INTO kafka_position (topic, partition, next_offset, owner)
            VALUES ($1, $2, 0, $3)
            ON CONFLICT (topic, partition) DO UPDATE SET owner = EXCLUDED.owner
            RETURNING next_offset
            """,
            topic,
            partition,
            owner)
        .iterator()
        .next()
        .getLong(0);
  }

  /**
   * Locks the partition and answers its next offset, or nothing when another instance owns it.
   *
   * <p>What follows in the transaction looks up a few thousand keys among many millions. A planner
   * that has not seen the table grow yet would read all of it to join, so joins by key are asked
   * for; and since no parameter changes the plan, it is made once and kept.
   */
  public Optional<Long> lock(Transaction tx, String topic, int partition, UUID owner) {
    return tx
        .list(
            """
            SELECT next_offset, set_config('enable_hashjoin', 'off', true),
              set_config('enable_mergejoin', 'off', true),
              set_config('enable_seqscan', 'off', true),
              set_config('plan_cache_mode', 'force_generic_plan', true)
            FROM kafka_position
            WHERE topic = $1 AND partition = $2 AND owner = $3 FOR UPDATE
            """,
            row -> row.getLong(0),
            topic,
            partition,
            owner)
        .stream()
        .findFirst();
  }

  public void advance(Transaction tx, String topic, int partition, long nextOffset) {
    tx.send(
        "UPDATE kafka_position SET next_offset = $3 WHERE topic = $1 AND partition = $2",
        topic,
        partition,
        nextOffset);
  }
}
