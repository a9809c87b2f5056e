package dev.drawdown.alerting.store;

import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Transaction;
import io.vertx.core.buffer.Buffer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Messages on their way to webhooks, with the log of their attempts. */
@ApplicationScoped
public class DeliveryStore {
  /** A late failure of an earlier attempt says nothing about a later one. */
  private static final String OF_THIS_ATTEMPT =
      " WHERE id = $1 AND state = 'PENDING' AND attempts = $2";

  /** A message due to be sent; secrets are those valid now. */
  public record Due(
      String id, String webhook, String url, List<String> secrets, byte[] body, int attempts) {}

  /** A message as the log shows it. */
  public record Logged(
      long position,
      String id,
      String type,
      String state,
      int attempts,
      Instant createdAt,
      Instant lastAttemptAt,
      String lastResult,
      Instant nextAttemptAt) {}

  /**
   * Puts a message on the way to every webhook that wants it; one message id for each. Those of a
   * disabled webhook wait until it is enabled again.
   */
  public void enqueue(
      Transaction tx, String account, String type, String messageId, byte[] body, Instant now) {
    tx.execute(
        """
        INSERT INTO delivery (id, webhook, type, body, state, next_attempt_at, created_at)
        SELECT 'msg_' || $3 || '_' || md5(id), id, $2, $4, 'PENDING', $5, $5 FROM webhook
        WHERE (account IS NULL OR account = $1) AND $2 = ANY(string_to_array(events, ','))
        ON CONFLICT (id) DO NOTHING
        """,
        account,
        type,
        messageId,
        Buffer.buffer(body),
        Columns.utc(now));
  }

  /** Puts a message on the way to one webhook. */
  public void enqueueFor(
      Transaction tx, String webhook, String type, String id, byte[] body, Instant now) {
    tx.execute(
        """
        INSERT INTO delivery (id, webhook, type, body, state, next_attempt_at, created_at)
        VALUES ('msg_' || $3, $1, $2, $4, 'PENDING', $5, $5)
        """,
        webhook,
        type,
        id,
        Buffer.buffer(body),
        Columns.utc(now));
  }

  /** Takes due messages for the length of a lease; after it, another instance may take them. */
  public List<Due> take(Transaction tx, int limit, Instant now, Duration lease) {
    return tx.list(
        """
        WITH due AS (
          SELECT d.position FROM delivery d JOIN webhook w ON w.id = d.webhook
          WHERE d.state = 'PENDING' AND d.next_attempt_at <= $1 AND w.disabled_reason IS NULL
          ORDER BY d.next_attempt_at, d.position LIMIT $2 FOR UPDATE OF d SKIP LOCKED
        )
        UPDATE delivery d SET next_attempt_at = $3, attempts = d.attempts + 1,
          last_attempt_at = $1
        FROM due, webhook w WHERE d.position = due.position AND w.id = d.webhook
        RETURNING d.id, d.webhook, w.url, d.body, d.attempts, w.secret,
          CASE WHEN w.former_secret_until > $1 THEN w.former_secret END AS former
        """,
        row -> {
          List<String> secrets = new ArrayList<>();
          secrets.add(row.getString("secret"));
          if (row.getString("former") != null) {
            secrets.add(row.getString("former"));
          }
          return new Due(
              row.getString("id"),
              row.getString("webhook"),
              row.getString("url"),
              secrets,
              row.getBuffer("body").getBytes(),
              row.getInteger("attempts"));
        },
        Columns.utc(now),
        limit,
        Columns.utc(now.plus(lease)));
  }

  /** The receiver has it, whichever attempt brought it there. */
  public void delivered(Transaction tx, Due due, String result) {
    tx.execute(
        "UPDATE delivery SET state = 'DELIVERED', last_result = $2 WHERE id = $1",
        due.id(),
        result);
  }

  public void again(Transaction tx, Due due, String result, Instant next) {
    tx.execute(
        "UPDATE delivery SET last_result = $3, next_attempt_at = $4" + OF_THIS_ATTEMPT,
        due.id(),
        due.attempts(),
        result,
        Columns.utc(next));
  }

  /** Gives a message up and disables its webhook, visibly. */
  public void giveUp(Transaction tx, Due due, String result, String reason) {
    int given =
        tx.execute(
                "UPDATE delivery SET state = 'FAILED', last_result = $3" + OF_THIS_ATTEMPT,
                due.id(),
                due.attempts(),
                result)
            .rowCount();
    if (given > 0) {
      tx.execute(
          "UPDATE webhook SET disabled_reason = $2 WHERE id = $1 AND disabled_reason IS NULL",
          due.webhook(),
          reason);
    }
  }

  public List<Logged> log(Transaction tx, String webhook, long after, int fetch) {
    return tx.list(
        """
        SELECT * FROM delivery WHERE webhook = $1 AND position > $2 ORDER BY position LIMIT $3
        """,
        row ->
            new Logged(
                row.getLong("position"),
                row.getString("id"),
                row.getString("type"),
                row.getString("state"),
                row.getInteger("attempts"),
                Columns.instant(row.getOffsetDateTime("created_at")),
                Columns.instant(row.getOffsetDateTime("last_attempt_at")),
                row.getString("last_result"),
                row.getString("state").equals("PENDING")
                    ? Columns.instant(row.getOffsetDateTime("next_attempt_at"))
                    : null),
        webhook,
        after,
        fetch);
  }

  /**
   * Sends a message that was given up once more.
   *
   * @return the state it was in, or null when there is no such message
   */
  public String replay(Transaction tx, String id, Instant now) {
    List<String> states =
        tx.list("SELECT state FROM delivery WHERE id = $1 FOR UPDATE", r -> r.getString(0), id);
    if (states.isEmpty()) {
      return null;
    }
    if (states.getFirst().equals("FAILED")) {
      tx.execute(
          """
          UPDATE delivery SET state = 'PENDING', attempts = 0, next_attempt_at = $2
          WHERE id = $1
          """,
          id,
          Columns.utc(now));
    }
    return states.getFirst();
  }
}
