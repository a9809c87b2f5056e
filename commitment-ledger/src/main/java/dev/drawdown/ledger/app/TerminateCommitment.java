package dev.drawdown.ledger.app;

import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.NameLock;
import dev.drawdown.kit.data.Sessions;
import dev.drawdown.kit.time.ServiceClock;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.store.CommitmentRow;
import dev.drawdown.ledger.store.ManagedStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import org.hibernate.reactive.mutiny.Mutiny;

/** Ends a commitment early; what was drawn after the new end is allocated again. */
@ApplicationScoped
public class TerminateCommitment {
  private final Sessions sessions;
  private final ManagedStore store;
  private final Reallocate reallocate;
  private final ServiceClock clock;

  TerminateCommitment(
      Mutiny.SessionFactory factory,
      ManagedStore store,
      Reallocate reallocate,
      ServiceClock clock) {
    this.sessions = new Sessions(factory);
    this.store = store;
    this.reallocate = reallocate;
    this.clock = clock;
  }

  /** Ends at {@code at}, or now when that is null; repeating it is harmless. */
  public Outcome<Commitment> handle(String id, Instant at) {
    Instant end = at == null ? clock.now() : at;
    Outcome<Commitment> outcome =
        sessions.inTransaction(
            session ->
                NameLock.take(session, "commitment/" + id)
                    .chain(() -> store.commitment(session, id))
                    .chain(row -> terminate(session, row, id, end)));
    if (outcome instanceof Outcome.Done<Commitment> done) {
      reallocate.handle(done.value().account());
    }
    return outcome;
  }

  private Uni<Outcome<Commitment>> terminate(
      Mutiny.Session session, CommitmentRow row, String id, Instant end) {
    if (row == null) {
      return Uni.createFrom().item(Outcome.notFound("The commitment " + id));
    }
    Commitment stored = row.toCommitment();
    if (!stored.end().isAfter(end)) {
      return Uni.createFrom().item(Outcome.done(stored));
    }
    if (!end.isAfter(stored.start())) {
      return Uni.createFrom()
          .item(Outcome.refused(Outcome.Reason.RULE, "The end must be after the start."));
    }
    Commitment ended = stored.endingAt(end);
    row.change(ended);
    // A shorter window may grant less from its very beginning, so the whole term is looked at.
    return store.publish(session, row, stored.start()).replaceWith(() -> Outcome.done(ended));
  }
}
