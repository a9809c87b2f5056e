package dev.drawdown.ledger.app;

import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.Proposal;
import dev.drawdown.ledger.store.CommitmentRow;
import dev.drawdown.ledger.store.ManagedStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Creates a commitment, or changes one that has not begun, and has its usage allocated for it. The
 * caller chooses the id, so a repeated request is harmless.
 */
@ApplicationScoped
public class PutCommitment {
  private final Sessions sessions;
  private final ManagedStore store;
  private final Reallocate reallocate;
  private final ServiceClock clock;

  PutCommitment(
      Mutiny.SessionFactory factory,
      ManagedStore store,
      Reallocate reallocate,
      ServiceClock clock) {
    this.sessions = new Sessions(factory);
    this.store = store;
    this.reallocate = reallocate;
    this.clock = clock;
  }

  public Outcome<Commitment> handle(Proposal proposal) {
    Outcome<Commitment> outcome =
        sessions.inTransaction(
            session ->
                NameLock.take(session, "commitment/" + proposal.id())
                    .chain(() -> store.lockBooks(session, proposal.account()))
                    .chain(() -> store.account(session, proposal.account()))
                    .chain(
                        account ->
                            account == null
                                ? refused(Outcome.Reason.RULE, "The account does not exist.")
                                : put(
                                    session, proposal.in(account.toAccount().calendar().zone()))));
    if (outcome instanceof Outcome.Done<Commitment> done) {
      reallocate.handle(done.value().account());
    }
    return outcome;
  }

  private Uni<Outcome<Commitment>> put(Mutiny.Session session, Outcome<Commitment> proposed) {
    return switch (proposed) {
      case Outcome.Refused<Commitment> refused -> Uni.createFrom().item(refused);
      case Outcome.Done<Commitment> done ->
          store
              .commitment(session, done.value().id())
              .chain(row -> put(session, row, done.value()));
    };
  }

  private Uni<Outcome<Commitment>> put(
      Mutiny.Session session, CommitmentRow row, Commitment proposed) {
    if (row == null) {
      CommitmentRow fresh = new CommitmentRow(proposed);
      return session
          .persist(fresh)
          .chain(() -> store.publish(session, fresh, proposed.start()))
          .replaceWith(() -> Outcome.created(proposed));
    }
    Commitment stored = row.toCommitment();
    if (stored.equals(proposed)) {
      return Uni.createFrom().item(Outcome.done(stored));
    }
    if (!stored.account().equals(proposed.account())) {
      return refused(Outcome.Reason.CONFLICT, "The id belongs to another account's commitment.");
    }
    if (stored.hasBegunAt(clock.now())) {
      return refused(
          Outcome.Reason.CONFLICT, "The commitment has begun and is not changed any more.");
    }
    row.change(proposed);
    Instant from = stored.start().isBefore(proposed.start()) ? stored.start() : proposed.start();
    return store.publish(session, row, from).replaceWith(() -> Outcome.done(proposed));
  }

  private static Uni<Outcome<Commitment>> refused(Outcome.Reason reason, String detail) {
    return Uni.createFrom().item(Outcome.refused(reason, detail));
  }
}
