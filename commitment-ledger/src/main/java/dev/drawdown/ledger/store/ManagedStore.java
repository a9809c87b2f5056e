package dev.drawdown.ledger.store;

import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Columns;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.OutboxRow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny.Session;

/** Accounts and commitments through Hibernate Reactive, with their outbox messages. */
@ApplicationScoped
public class ManagedStore {
  public Uni<AccountRow> account(Session session, String id) {
    return session.find(AccountRow.class, id);
  }

  public Uni<CommitmentRow> commitment(Session session, String id) {
    return session.find(CommitmentRow.class, id);
  }

  public Uni<List<CommitmentRow>> commitments(Session session, String account) {
    return session
        .createSelectionQuery(
            "FROM CommitmentRow WHERE account = ?1 ORDER BY id", CommitmentRow.class)
        .setParameter(1, account)
        .getResultList();
  }

  /** Waits for whoever books for the account, and keeps others from it. */
  public Uni<Void> lockBooks(Session session, String account) {
    return session
        .createNativeQuery("SELECT 1 FROM account_book WHERE account = ?1 FOR NO KEY UPDATE")
        .setParameter(1, account)
        .getSingleResultOrNull()
        .replaceWithVoid();
  }

  /** Whether anything has been booked for or committed by an account. */
  public Uni<Boolean> isInUse(Session session, String account) {
    return session
        .createNativeQuery(
            """
            SELECT EXISTS (SELECT FROM event_source o JOIN account_book b ON b.number = o.book
                WHERE b.account = ?1)
              OR EXISTS (SELECT FROM commitment WHERE account = ?1)
            """,
            Boolean.class)
        .setParameter(1, account)
        .getSingleResult();
  }

  /** How many postings and outages of an account have been passed on. */
  public record Progress(long postings, long outages) {}

  public Uni<Progress> progress(Session session, String account) {
    return session
        .createNativeQuery(
            "SELECT posting_sequence, outages FROM account_book WHERE account = ?1", Object[].class)
        .setParameter(1, account)
        .getSingleResult()
        .map(row -> new Progress((Long) row[0], (Long) row[1]));
  }

  /** Saves a new account together with its empty books. */
  public Uni<Void> create(Session session, AccountRow row) {
    return session
        .persist(row)
        .chain(session::flush)
        .chain(
            () ->
                session
                    .createNativeQuery("INSERT INTO account_book (account) VALUES (?1)")
                    .setParameter(1, row.toEvent().id())
                    .executeUpdate())
        .chain(() -> publish(session, row));
  }

  /** Publishes a changed account, and has its books read its terms again. */
  public Uni<Void> change(Session session, AccountRow row) {
    return session
        .createNativeQuery("UPDATE account_book SET terms = terms + 1 WHERE account = ?1")
        .setParameter(1, row.toEvent().id())
        .executeUpdate()
        .chain(() -> publish(session, row));
  }

  private static Uni<Void> publish(Session session, AccountRow row) {
    return session.persist(
        new OutboxRow(
            new Outbox.Message(Topics.ACCOUNT, row.toEvent().id(), Json.bytes(row.toEvent()))));
  }

  /** Publishes a commitment and has everything from an instant on allocated again. */
  public Uni<Void> publish(Session session, CommitmentRow row, Instant reallocateFrom) {
    String account = row.toEvent().account();
    return session
        .createNativeQuery(
            """
            UPDATE account_book
            SET reallocate_from = least(reallocate_from, ?2), terms = terms + 1
            WHERE account = ?1
            """)
        .setParameter(1, account)
        .setParameter(2, Columns.utc(reallocateFrom))
        .executeUpdate()
        .chain(
            () ->
                session.persist(
                    new OutboxRow(
                        new Outbox.Message(
                            Topics.COMMITMENT, account, Json.bytes(row.toEvent())))));
  }
}
