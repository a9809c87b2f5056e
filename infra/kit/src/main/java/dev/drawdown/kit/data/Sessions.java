package dev.drawdown.kit.data;

import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Hibernate Reactive for what is managed, waited for by the calling (virtual) thread. The work
 * itself runs on an event loop, in one session and transaction.
 */
public final class Sessions {
  private final Mutiny.SessionFactory factory;

  public Sessions(Mutiny.SessionFactory factory) {
    this.factory = factory;
  }

  public <T> T inTransaction(Function<Mutiny.Session, Uni<T>> work) {
    return await(() -> factory.withTransaction(session -> work.apply(session)));
  }

  public <T> T reading(Function<Mutiny.Session, Uni<T>> work) {
    return await(() -> factory.withSession(session -> work.apply(session)));
  }

  private static <T> T await(java.util.function.Supplier<Uni<T>> work) {
    try {
      return VertxContextSupport.subscribeAndAwait(work);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
