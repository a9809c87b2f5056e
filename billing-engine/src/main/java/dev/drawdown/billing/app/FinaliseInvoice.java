package dev.drawdown.billing.app;

import dev.drawdown.billing.app.RatePeriod.Asked;
import dev.drawdown.billing.app.RatePeriod.Rated;
import dev.drawdown.billing.core.Account;
import dev.drawdown.billing.core.Corrections;
import dev.drawdown.billing.core.Corrections.Charged;
import dev.drawdown.billing.core.Day;
import dev.drawdown.billing.core.Invoice;
import dev.drawdown.billing.core.Line;
import dev.drawdown.billing.core.Rating;
import dev.drawdown.billing.store.CopyStore;
import dev.drawdown.billing.store.InvoiceStore;
import dev.drawdown.billing.store.LedgerAccounts;
import dev.drawdown.contracts.InvoiceIssued;
import dev.drawdown.contracts.Topics;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.data.Outbox;
import dev.drawdown.kit.data.Transaction;
import dev.drawdown.kit.time.ServiceClock;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Issues the invoice of an ended period, once. Everything the ledger has booked for the account at
 * the moment of the call is in it, and what has changed in older periods since they were invoiced.
 */
@ApplicationScoped
public class FinaliseInvoice {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Pool pool;
  private final CopyStore copyStore;
  private final InvoiceStore invoiceStore;
  private final LedgerAccounts ledger;
  private final RatePeriod ratePeriod;
  private final InvoiceDocuments documents;
  private final ServiceClock clock;

  FinaliseInvoice(
      Pool pool,
      CopyStore copyStore,
      InvoiceStore invoiceStore,
      LedgerAccounts ledger,
      RatePeriod ratePeriod,
      InvoiceDocuments documents,
      ServiceClock clock) {
    this.pool = pool;
    this.copyStore = copyStore;
    this.invoiceStore = invoiceStore;
    this.ledger = ledger;
    this.ratePeriod = ratePeriod;
    this.documents = documents;
    this.clock = clock;
  }

  /** The id of the period's invoice; fresh when this call issued it. */
  public Outcome<UUID> handle(String account, YearMonth label) {
    return handle(account, label, ratePeriod.tables(), true).map(Optional::orElseThrow);
  }

  /**
   * The same with prices at hand.
   *
   * @param evenIfEmpty whether a period without anything to show gets an invoice too
   */
  Outcome<Optional<UUID>> handle(
      String account, YearMonth label, RatePeriod.Tables tables, boolean evenIfEmpty) {
    Optional<CopyStore.Head> cut = ledger.head(account);
    if (cut.isEmpty()) {
      return Outcome.notFound("The account " + account);
    }
    if (!caughtUp(account, cut.get())) {
      return Outcome.refused(
          Outcome.Reason.NOT_YET, "Postings of the account are still on their way; try again.");
    }
    return Transaction.run(pool, tx -> issueOnce(tx, account, label, tables, evenIfEmpty));
  }

  private Outcome<Optional<UUID>> issueOnce(
      Transaction tx, String id, YearMonth label, RatePeriod.Tables tables, boolean evenIfEmpty) {
    invoiceStore.lock(tx, id);
    Map<YearMonth, UUID> valid = invoiceStore.valid(tx, id);
    if (valid.containsKey(label)) {
      return Outcome.done(Optional.of(valid.get(label)));
    }
    Account account = copyStore.accounts(tx, List.of(id)).get(id);
    if (!account.period(label).hasEndedAt(clock.now())) {
      return Outcome.refused(
          Outcome.Reason.CONFLICT, "The period ends at " + account.period(label).end() + ".");
    }
    invoiceStore.holdJournal(tx, id);
    Rated own = rate(tx, account, label, tables);
    List<Line> corrections = new ArrayList<>();
    var obstacle = obstacle(own).or(() -> correct(tx, own, valid.keySet(), tables, corrections));
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    Rating.Result result = own.result().with(account, corrections);
    return result.lines().isEmpty() && !evenIfEmpty
        ? Outcome.done(Optional.empty())
        : Outcome.created(Optional.of(issue(tx, own, result, tables)));
  }

  /** Adds what has changed since older periods were invoiced, unless something is in the way. */
  private Optional<Outcome<Optional<UUID>>> correct(
      Transaction tx,
      Rated own,
      Set<YearMonth> invoiced,
      RatePeriod.Tables tables,
      List<Line> corrections) {
    YearMonth label = own.period().label();
    Map<YearMonth, List<Charged>> charged = invoiceStore.charged(tx, own.account().id());
    for (YearMonth older : invoiced.stream().filter(p -> p.isBefore(label)).sorted().toList()) {
      // one after the other, because a long history does not fit into memory
      Rated rated = rate(tx, own.account(), older, tables);
      var obstacle = obstacle(rated);
      if (obstacle.isPresent()) {
        return obstacle;
      }
      corrections.addAll(
          Corrections.of(older, rated.result().lines(), charged.getOrDefault(older, List.of())));
    }
    // a period whose invoice was made void may have been charged for by corrections elsewhere
    corrections.addAll(Corrections.of(label, List.of(), charged.getOrDefault(label, List.of())));
    return Optional.empty();
  }

  private Rated rate(Transaction tx, Account account, YearMonth label, RatePeriod.Tables tables) {
    return ratePeriod.rate(tx, List.of(new Asked(account, label)), tables).getFirst();
  }

  private static Optional<Outcome<Optional<UUID>>> obstacle(Rated rated) {
    if (!rated.isComplete()) {
      return Optional.of(
          Outcome.refused(
              Outcome.Reason.NOT_YET,
              "Commitments of the account are still on their way; try again."));
    }
    if (!rated.result().unpriced().isEmpty()) {
      return Optional.of(
          Outcome.refused(
              Outcome.Reason.CONFLICT,
              "No price is in force for usage of %s in %s; set one and try again."
                  .formatted(rated.result().unpriced().getFirst().sku(), rated.period().label())));
    }
    return Optional.empty();
  }

  private UUID issue(Transaction tx, Rated own, Rating.Result result, RatePeriod.Tables tables) {
    String account = own.account().id();
    List<Day> days = Day.of(own.account(), own.period(), own.usage(), own.commitments());
    Instant now = clock.now();
    int year = now.atZone(ZoneOffset.UTC).getYear();
    long sequence = copyStore.head(tx, account).orElseThrow().postingSequence();
    InvoiceStore.Cut cut = new InvoiceStore.Cut(sequence, tables.pricePosition());
    // last, because other accounts wait for the number
    int number = invoiceStore.nextNumber(tx, year);
    Invoice invoice =
        Invoice.draft(own.account(), own.period(), result, days)
            .issued(UUID.randomUUID(), Invoice.number(year, number), now);
    InvoiceView view = InvoiceView.of(invoice);
    invoiceStore.insert(
        tx,
        invoice,
        new InvoiceStore.Documents(documents.json(view), documents.html(view), documents.csv(view)),
        cut);
    Outbox.put(tx, List.of(message(view, invoice)));
    return invoice.id();
  }

  private static Outbox.Message message(InvoiceView view, Invoice invoice) {
    InvoiceIssued event =
        new InvoiceIssued(
            view.id(),
            view.number(),
            view.account(),
            view.period().label(),
            view.status(),
            view.currency(),
            invoice.result().total(),
            view.issuedAt());
    return new Outbox.Message(Topics.INVOICE, view.account(), Json.bytes(event));
  }

  /** Waits until the copies hold at least what the ledger had booked at the cut. */
  private boolean caughtUp(String account, CopyStore.Head cut) {
    Instant limit = Instant.now().plus(PATIENCE);
    while (true) {
      Optional<CopyStore.Head> copy = Transaction.run(pool, tx -> copyStore.head(tx, account));
      if (copy.isPresent() && copy.get().isAtLeast(cut)) {
        return true;
      }
      if (!Instant.now().isBefore(limit)) {
        return false;
      }
      LockSupport.parkNanos(50_000_000L);
    }
  }
}
