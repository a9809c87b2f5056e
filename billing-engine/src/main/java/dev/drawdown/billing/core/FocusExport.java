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
      if (piece.of().charge() != Kind.COVERED) {
        seconds.merge(Group.of(piece), piece.seconds(), BigDecimal::add);
        open.add(piece, BigDecimal.ZERO);
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
    committed.lapsed(to).forEach(one -> made.add(unused(one)));
    return made;
  }

  private void covered(Share share, List<FocusRow> made) {
    BookedUsage place = share.usage();
    Commitment commitment = committed.find(place.commitment());
    if (commitment == null) {
      return;
    }
    Instant at = place.sliceStart();
    BigDecimal effective = committed.use(commitment.id(), place.sku(), at, share.seconds());
    BigDecimal units = share.seconds().multiply(Committed.weight(commitment, place.sku()));
    BigDecimal list = tariff.unitPrice(place.sku(), place.region(), at).orElse(null);
    made.add(rows.covered(share, list, commitment, units, effective));
  }

  private FocusRow unused(Committed.Lapsed one) {
    String sku = one.commitment().skus().firstKey();
    BigDecimal list = tariff.unitPrice(sku, "", one.start()).orElse(null);
    return rows.unused(
        one.commitment(), one.start(), one.end(), list, one.units(), one.effective());
  }

  private void charged(Share share, List<FocusRow> made) {
    for (OpenPieces.Part part : open.take(share)) {
      Piece piece = part.piece();
      made.add(rows.charged(share, piece, piece.seconds(), billedFor(piece)));
    }
  }

  private BigDecimal billedFor(Piece piece) {
    Spread spread = billed.get(Group.of(piece));
    return spread == null ? BigDecimal.ZERO : spread.next(piece.seconds());
  }

  /** Usage that no share was told of, credits, corrections and tax. */
  public List<FocusRow> rest() {
    List<FocusRow> made = new ArrayList<>();
    for (OpenPieces.Part part : open.left()) {
      Piece piece = part.piece();
      Instant end = Months.hourOf(piece.sliceStart(), basis.account().zone()).end();
      Share nobody =
          new Share(end, null, null, null, OpenPieces.place(piece).with(piece.seconds()));
      made.add(rows.charged(nobody, piece, piece.seconds(), billedFor(piece)));
    }
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
