package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Kind;
import dev.drawdown.billing.core.Line.Subject;
import dev.drawdown.billing.core.Pricing.Piece;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one account's billing period, made stretch by stretch in time order, so that a month
 * of many resources needs no more memory than a day of them. Amounts of a line are spread over its
 * rows as a running sum, so they add up to the line; fees are spread over used and unused time.
 */
public final class FocusExport {
  /**
   * What an export is made of.
   *
   * @param lines of the invoice, or of the draft
   * @param invoice its number; null for a draft
   * @param drawnBefore unit-seconds drawn in each commitment's window before the period began
   */
  public record Basis(
      Account account,
      Period period,
      List<Line> lines,
      List<Piece> pieces,
      List<Commitment> commitments,
      List<Price> prices,
      Map<String, String> units,
      Map<String, BigDecimal> drawnBefore,
      String provider,
      String invoice) {}

  private record Group(Subject of, BigDecimal discountPercent, BigDecimal unitPrice) {
    static Group of(Piece piece) {
      return new Group(piece.of(), normal(piece.discountPercent()), normal(piece.unitPrice()));
    }

    static Group of(Line line) {
      return new Group(line.of(), normal(line.discountPercent()), normal(line.unitPrice()));
    }

    private static BigDecimal normal(BigDecimal value) {
      return dev.drawdown.kit.Decimals.normal(value);
    }
  }

  /** How much of an amount has been spread so far, in parts of a whole. */
  private static final class Spread {
    private final BigDecimal amount;
    private final BigDecimal whole;
    private BigDecimal done = BigDecimal.ZERO;

    Spread(BigDecimal amount, BigDecimal whole) {
      this.amount = amount;
      this.whole = whole;
    }

    BigDecimal next(BigDecimal part) {
      BigDecimal before = upTo(done);
      done = done.add(part).min(whole);
      return upTo(done).subtract(before);
    }

    private BigDecimal upTo(BigDecimal parts) {
      return whole.signum() == 0
          ? BigDecimal.ZERO
          : amount.multiply(parts).divide(whole, Amortisation.SCALE, RoundingMode.HALF_UP);
    }
  }

  private final Basis basis;
  private final FocusRows rows;
  private final Tariff tariff;
  private final Map<String, CommittedTime> committed = new LinkedHashMap<>();
  private final Map<Group, Spread> billed = new HashMap<>();
  private final Map<BookedUsage, Deque<Piece>> open = new LinkedHashMap<>();

  public FocusExport(Basis basis) {
    this.basis = basis;
    this.rows =
        new FocusRows(
            basis.account(), basis.period(), basis.provider(), basis.invoice(), basis.units());
    this.tariff = new Tariff(basis.account(), basis.prices());
    for (Commitment c : basis.commitments()) {
      BigDecimal before = basis.drawnBefore().getOrDefault(c.id(), BigDecimal.ZERO);
      committed.put(c.id(), new CommittedTime(basis.account(), c, basis.period(), before));
    }
    Map<Group, BigDecimal> seconds = new HashMap<>();
    for (Piece piece : basis.pieces()) {
      if (piece.of().charge() != Kind.COVERED) {
        seconds.merge(Group.of(piece), piece.seconds(), BigDecimal::add);
        open.computeIfAbsent(place(piece), p -> new ArrayDeque<>()).add(piece);
      }
    }
    for (Line line : basis.lines()) {
      if (line.kind() == Kind.OVERAGE || line.kind() == Kind.ON_DEMAND) {
        Group group = Group.of(line);
        billed.put(group, new Spread(line.amount(), seconds.getOrDefault(group, BigDecimal.ZERO)));
      }
    }
  }

  /** When the window began in which a period begins, if that was before; else null. */
  public static Instant windowBegun(Account account, Commitment commitment, Period period) {
    boolean active =
        commitment.start().isBefore(period.start()) && commitment.end().isAfter(period.start());
    if (!active || commitment.grant().capacity()) {
      return null;
    }
    Instant begun = Grants.at(account, commitment, period.start()).span().start();
    return begun.isBefore(period.start()) ? begun : null;
  }

  private static BookedUsage place(Piece piece) {
    Subject of = piece.of();
    return new BookedUsage(
        piece.sliceStart(),
        piece.usageClass(),
        of.sku(),
        of.region() == null ? "" : of.region(),
        BookedUsage.Kind.valueOf(of.charge().name()),
        of.commitment() == null ? "" : of.commitment(),
        BigDecimal.ZERO);
  }

  /** What commitments cost, bought for the period. */
  public List<FocusRow> purchases() {
    List<FocusRow> made = new ArrayList<>();
    for (Line line : basis.lines()) {
      if (line.kind() == Kind.COMMITMENT_FEE && committed.containsKey(line.commitment())) {
        Commitment c = committed.get(line.commitment()).commitment();
        BigDecimal units = Availability.committedSeconds(basis.account(), c, basis.period());
        made.add(rows.purchase(line, c, FocusRows.hours(units)));
      }
    }
    return made;
  }

  /**
   * Usage of a stretch, and what committed time lapsed in it.
   *
   * @param shares of the slices that begin in the stretch, in time order
   */
  public List<FocusRow> usage(Instant from, Instant to, List<Share> shares) {
    List<FocusRow> made = new ArrayList<>();
    for (Share share : shares) {
      if (share.usage().kind() == BookedUsage.Kind.DRAW) {
        covered(share, made);
      } else {
        charged(share, made);
      }
    }
    committed.values().forEach(time -> lapsed(time.endingBefore(to), time.commitment(), made));
    return made;
  }

  private void covered(Share share, List<FocusRow> made) {
    CommittedTime time = committed.get(share.usage().commitment());
    if (time == null) {
      return;
    }
    Instant at = share.usage().sliceStart();
    lapsed(time.endingBefore(at), time.commitment(), made);
    BigDecimal weight = time.commitment().skus().getOrDefault(share.usage().sku(), BigDecimal.ONE);
    BigDecimal units = share.seconds().multiply(weight);
    BigDecimal effective = time.use(at, units);
    BigDecimal list =
        tariff.unitPrice(share.usage().sku(), share.usage().region(), at).orElse(null);
    made.add(rows.covered(share, list, time.commitment(), units, effective));
  }

  private void lapsed(
      List<CommittedTime.Unused> unused, Commitment commitment, List<FocusRow> made) {
    for (CommittedTime.Unused one : unused) {
      BigDecimal list =
          tariff.unitPrice(commitment.skus().firstKey(), "", one.start()).orElse(null);
      made.add(rows.unused(commitment, one.start(), one.end(), list, one.units(), one.effective()));
    }
  }

  private void charged(Share share, List<FocusRow> made) {
    Deque<Piece> pieces = open.get(share.usage().with(BigDecimal.ZERO));
    BigDecimal left = share.seconds();
    while (pieces != null && !pieces.isEmpty() && left.signum() > 0) {
      Piece piece = pieces.removeFirst();
      BigDecimal taken = left.min(piece.seconds());
      left = left.subtract(taken);
      if (taken.compareTo(piece.seconds()) < 0) {
        pieces.addFirst(piece.with(piece.seconds().subtract(taken)));
      }
      made.add(rows.charged(share, piece, taken, billedFor(piece, taken)));
    }
  }

  private BigDecimal billedFor(Piece piece, BigDecimal seconds) {
    Spread spread = billed.get(Group.of(piece));
    return spread == null ? BigDecimal.ZERO : spread.next(seconds);
  }

  /** Usage that no share was told of, credits, corrections and tax. */
  public List<FocusRow> rest() {
    List<FocusRow> made = new ArrayList<>();
    open.forEach(
        (place, pieces) -> {
          for (Piece piece : pieces) {
            Share nobody =
                new Share(
                    place.sliceStart().plusSeconds(3600), null, null, place.with(piece.seconds()));
            made.add(
                rows.charged(nobody, piece, piece.seconds(), billedFor(piece, piece.seconds())));
          }
        });
    for (Line line : basis.lines()) {
      switch (line.kind()) {
        case SLA_CREDIT, TAX -> made.add(rows.other(line, basis.period()));
        case CORRECTION ->
            made.add(
                rows.other(line, basis.account().period(YearMonth.parse(line.correctsPeriod()))));
        case COMMITMENT_FEE, COVERED, OVERAGE, ON_DEMAND -> {}
      }
    }
    return made;
  }
}
