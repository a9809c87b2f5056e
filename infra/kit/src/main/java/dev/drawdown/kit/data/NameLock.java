package dev.drawdown.kit.data;

import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Makes concurrent changes of one named thing wait in line until the transaction ends, whether or
 * not its row exists yet.
 */
public final class NameLock {
  private NameLock() {}

  /** Takes the lock of a name such as {@code commitment/acme-a100}. */
  public static Uni<Void> take(Mutiny.Session session, String name) {
    return session
        .createNativeQuery("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(?1, 0))")
        .setParameter(1, name)
        .getSingleResult()
        .replaceWithVoid();
  }
}
