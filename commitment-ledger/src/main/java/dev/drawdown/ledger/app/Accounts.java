package dev.drawdown.ledger.app;

import dev.drawdown.kit.data.Sessions;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.store.AccountRow;
import dev.drawdown.ledger.store.CommitmentRow;
import dev.drawdown.ledger.store.ManagedStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.hibernate.reactive.mutiny.Mutiny;

/** Looks up accounts and commitments. */
@ApplicationScoped
public class Accounts {
  /**
   * How far an account's facts have come, for a consumer that waits for its own copy.
   *
   * @param outages how many outages were passed on
   * @param commitments each commitment's version
   */
  public record Head(
      long version, long postingSequence, long outages, Map<String, Long> commitments) {}

  private final Sessions sessions;
  private final ManagedStore store;

  Accounts(Mutiny.SessionFactory factory, ManagedStore store) {
    this.sessions = new Sessions(factory);
    this.store = store;
  }

  public Optional<Account> find(String id) {
    return Optional.ofNullable(sessions.reading(session -> store.account(session, id)))
        .map(AccountRow::toAccount);
  }

  public Optional<Commitment> findCommitment(String id) {
    return Optional.ofNullable(sessions.reading(session -> store.commitment(session, id)))
        .map(CommitmentRow::toCommitment);
  }

  public List<Commitment> commitments(String account) {
    return sessions.reading(session -> store.commitments(session, account)).stream()
        .map(CommitmentRow::toCommitment)
        .toList();
  }

  public Optional<Head> head(String id) {
    return Optional.ofNullable(
        sessions.inTransaction(
            session ->
                store
                    .account(session, id)
                    .chain(
                        account ->
                            account == null
                                ? Uni.createFrom().<Head>nullItem()
                                : head(session, account, id))));
  }

  private Uni<Head> head(Mutiny.Session session, AccountRow account, String id) {
    return store
        .commitments(session, id)
        .chain(
            commitments -> {
              Map<String, Long> versions = new TreeMap<>();
              commitments.forEach(c -> versions.put(c.id(), c.version()));
              return store
                  .progress(session, id)
                  .map(p -> new Head(account.version(), p.postings(), p.outages(), versions));
            });
  }
}
