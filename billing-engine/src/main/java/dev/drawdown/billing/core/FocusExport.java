package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Kind;
import dev.drawdown.billing.core.Line.Subject;
import dev.drawdown.billing.core.Pricing.Piece;
import dev.drawdown.kit.Months;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
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
   * @param lapsedUntil now for a draft: what is to come has not lapsed
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
      Instant lapsedUntil,
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

    /** What of the amount no part has taken. */
    BigDecimal left() {
      return amount.subtract(upTo(done));
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
  private final Committed committed;
  private final Map<Group, Spread> billed = new HashMap<>();
  private final OpenPieces open = new OpenPieces();

  public FocusExport(Basis basis) {
    this.basis = basis;
    this.rows =
        new FocusRows(
            basis.account(), basis.period(), basis.provider(), basis.invoice(), basis.units());
    this.tariff = new Tariff(basis.account(), basis.prices());
    this.committed =
        new Committed(basis.account(), basis.period(), basis.commitments(), basis.drawnBefore());
    Map<Group, BigDecimal> seconds = new HashMap<>();
    for (Piece piece : basis.pieces()) {
      open.add(piece, BigDecimal.ZERO);
      if (piece.unitPrice() != null) {
        seconds.merge(Group.of(piece), piece.seconds(), BigDecimal::add);
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

  /** What commitments cost, bought for the period. */
  public List<FocusRow> purchases() {
    List<FocusRow> made = new ArrayList<>();
    for (Line line : basis.lines()) {
      Commitment c = committed.find(line.commitment());
      if (line.kind() == Kind.COMMITMENT_FEE && c != null) {
        BigDecimal units = Fees.boughtSeconds(basis.account(), c, basis.period());
        made.add(rows.purchase(line, c, FocusRows.hours(units)));
      }
    }
    return made;
  }

  /**
   * Usage of a stretch, and what committed time lapsed in it. What was booked at the basis' time
   * and no share tells of any more has a row without a resource; what was booked since has none.
   *
   * @param shares of the slices that begin in the stretch
   */
  public List<FocusRow> usage(Instant from, Instant to, List<Share> shares) {
    List<FocusRow> made = new ArrayList<>();
    Map<Instant, List<Share>> bySlice = new HashMap<>();
    for (Share share : shares) {
      bySlice.computeIfAbsent(share.usage().sliceStart(), s -> new ArrayList<>()).add(share);
    }
    for (Instant slice : List.copyOf(open.slices(from, to))) {
      for (Share share : bySlice.getOrDefault(slice, List.of())) {
        open.take(share).forEach(part -> add(share, part.piece(), made));
      }
      Instant end = Months.hourOf(slice, basis.account().zone()).end();
      for (OpenPieces.Part part : open.takeLeft(slice)) {
        BookedUsage place = OpenPieces.place(part.piece()).with(part.piece().seconds());
        add(new Share(end, null, null, null, place), part.piece(), made);
      }
    }
    Instant until = to.isBefore(basis.lapsedUntil()) ? to : basis.lapsedUntil();
    committed.lapsed(until).forEach(one -> made.add(unused(one)));
    return made;
  }

  private void add(Share share, Piece piece, List<FocusRow> made) {
    Commitment commitment = committed.find(piece.of().commitment());
    if (piece.of().charge() != Kind.COVERED) {
      made.add(rows.charged(share, piece, piece.seconds(), billedFor(piece)));
    } else if (commitment != null) {
      BookedUsage place = share.usage();
      BigDecimal effective = committed.use(piece);
      committed.lapsed(Instant.MIN).forEach(one -> made.add(unused(one)));
      BigDecimal units = piece.seconds().multiply(Committed.weight(commitment, place.sku()));
      BigDecimal list =
          tariff.unitPrice(place.sku(), place.region(), place.sliceStart()).orElse(null);
      made.add(rows.covered(share, piece.seconds(), list, commitment, units, effective));
    }
  }

  private FocusRow unused(Committed.Lapsed one) {
    String sku = one.commitment().skus().firstKey();
    BigDecimal list = tariff.unitPrice(sku, "", one.start()).orElse(null);
    return rows.unused(
        one.commitment(), one.start(), one.end(), list, one.units(), one.effective());
  }

  private BigDecimal billedFor(Piece piece) {
    Spread spread = piece.unitPrice() == null ? null : billed.get(Group.of(piece));
    return spread == null ? BigDecimal.ZERO : spread.next(piece.seconds());
  }

  /**
   * Credits, corrections and tax; and of a line what no usage stands for any more, so that the rows
   * add up to the invoice whatever the journal tells.
   */
  public List<FocusRow> rest() {
    List<FocusRow> made = new ArrayList<>();
    for (Line line : basis.lines()) {
      switch (line.kind()) {
        case SLA_CREDIT, TAX -> made.add(rows.other(line, basis.period()));
        case CORRECTION ->
            made.add(
                rows.other(line, basis.account().period(YearMonth.parse(line.correctsPeriod()))));
        case OVERAGE, ON_DEMAND -> {
          BigDecimal left = billed.get(Group.of(line)).left();
          if (left.signum() != 0) {
            made.add(rows.remainder(line, left, basis.period()));
          }
        }
        case COMMITMENT_FEE, COVERED -> {}
      }
    }
    return made;
  }
}
