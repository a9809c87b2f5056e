package dev.drawdown.billing.kafka;

import dev.drawdown.billing.app.ApplyLedgerEvents;
import dev.drawdown.billing.app.RateDue;
import dev.drawdown.contracts.AccountChanged;
import dev.drawdown.contracts.CommitmentChanged;
import dev.drawdown.contracts.PostingsBooked;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.data.Faults;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Keeps billing's copies of accounts, commitments and postings up with the ledger. */
@ApplicationScoped
public class LedgerConsumer {
  private final ApplyLedgerEvents apply;
  private final RateDue rateDue;

  LedgerConsumer(ApplyLedgerEvents apply, RateDue rateDue) {
    this.apply = apply;
    this.rateDue = rateDue;
  }

  @Incoming("account")
  @Blocking
  public void accounts(ConsumerRecords<String, byte[]> records) {
    List<AccountChanged> events = read(records, AccountChanged.class);
    Faults.outlast("copying accounts", () -> apply.accounts(events));
    Faults.outlast("rating", rateDue::handle);
  }

  @Incoming("commitment")
  @Blocking
  public void commitments(ConsumerRecords<String, byte[]> records) {
    List<CommitmentChanged> events = read(records, CommitmentChanged.class);
    Faults.outlast("copying commitments", () -> apply.commitments(events));
    Faults.outlast("rating", rateDue::handle);
  }

  @Incoming("posting")
  @Blocking
  public void postings(ConsumerRecords<String, byte[]> records) {
    List<PostingsBooked> events = read(records, PostingsBooked.class);
    Faults.outlast("copying postings", () -> apply.postings(events));
    Faults.outlast("rating", rateDue::handle);
  }

  private static <T> List<T> read(ConsumerRecords<String, byte[]> records, Class<T> type) {
    List<T> events = new ArrayList<>();
    records.forEach(record -> events.add(Json.read(record.value(), type)));
    return events;
  }
}
