package dev.drawdown.ledger.http;

import dev.drawdown.ledger.app.FindReceipt.Receipt;
import dev.drawdown.ledger.core.Attribution;
import dev.drawdown.ledger.core.Attribution.Share;
import dev.drawdown.ledger.core.Books.Kind;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.NetUsage;
import dev.drawdown.ledger.core.Quantity;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.core.UsageKey;
import dev.drawdown.ledger.store.QueryStore;
import dev.drawdown.ledger.store.QueryStore.Refusal;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A receipt as it is answered. */
public record ReceiptView(
    String account,
    String source,
    String id,
    String status,
    String reason,
    BigDecimal hours,
    Instant bookedAt,
    int duplicates,
    List<Refusal> conflicts,
    List<CorrectionView> corrections,
    List<SliceView> slices) {

  /** A correction of the event and whether it counted. */
  public record CorrectionView(String source, String id, String status) {}

  /**
   * What the event took in one slice.
   *
   * @param postings sequence numbers of the postings that brought the slice's books where they are
   */
  public record SliceView(
      Instant start,
      Instant end,
      BigDecimal hours,
      List<DrawView> draws,
      BigDecimal overage,
      BigDecimal onDemand,
      List<Long> postings) {}

  /** What the event took from one commitment. */
  public record DrawView(String commitment, BigDecimal hours) {}

  private static final String BOOKED = "BOOKED";
  private static final String REJECTED = "REJECTED";

  static ReceiptView of(Receipt r) {
    if (r.booked() == null) {
      Refusal last = r.rejections().getLast();
      return new ReceiptView(
          r.identity().account(),
          r.identity().source(),
          r.identity().id(),
          REJECTED,
          last.reason(),
          null,
          null,
          0,
          r.conflicts(),
          List.of(),
          List.of());
    }
    String reason = reason(r);
    boolean refused = "net-below-zero".equals(reason);
    boolean usage = r.booked().fact() instanceof Fact.Usage;
    return new ReceiptView(
        r.identity().account(),
        r.identity().source(),
        r.identity().id(),
        refused ? REJECTED : BOOKED,
        reason,
        usage ? r.net().total().hours() : null,
        r.booked().bookedAt(),
        r.booked().duplicates(),
        r.conflicts(),
        usage ? corrections(r.net()) : List.of(),
        slices(r));
  }

  /** Why a correction does not count (yet); null for everything that does. */
  private static String reason(Receipt r) {
    if (!(r.booked().fact() instanceof Fact.Correction)) {
      return null;
    }
    if (r.net() == null) {
      return "waits-for-its-event";
    }
    return r.net().verdicts().stream()
            .filter(v -> v.correction().identity().equals(r.identity()))
            .anyMatch(NetUsage.Verdict::applied)
        ? null
        : "net-below-zero";
  }

  private static List<CorrectionView> corrections(NetUsage net) {
    return net.verdicts().stream()
        .map(
            v ->
                new CorrectionView(
                    v.correction().identity().source(),
                    v.correction().identity().id(),
                    v.applied() ? BOOKED : REJECTED))
        .toList();
  }

  private static List<SliceView> slices(Receipt r) {
    Map<Slice, List<Share>> bySlice = new TreeMap<>();
    r.shares().forEach(s -> bySlice.computeIfAbsent(s.slice(), k -> new ArrayList<>()).add(s));
    List<SliceView> views = new ArrayList<>();
    bySlice.forEach(
        (slice, own) -> {
          Quantity drawn = Attribution.sum(own, Kind.DRAW);
          Quantity overage = Attribution.sum(own, Kind.OVERAGE);
          Quantity onDemand = Attribution.sum(own, Kind.ON_DEMAND);
          List<DrawView> draws =
              own.stream()
                  .filter(s -> s.cell().kind() == Kind.DRAW)
                  .map(s -> new DrawView(s.cell().commitment(), s.quantity().hours()))
                  .toList();
          views.add(
              new SliceView(
                  slice.start(),
                  slice.end(),
                  drawn.plus(overage).plus(onDemand).hours(),
                  draws,
                  overage.hours(),
                  onDemand.hours(),
                  postings(r, slice)));
        });
    return views;
  }

  private static List<Long> postings(Receipt r, Slice slice) {
    UsageKey key = r.net().event().key();
    return r.journal().stream()
        .filter(j -> j.posting().cell().sliceStart().equals(slice.start()))
        .filter(j -> j.posting().cell().key().equals(key))
        .map(QueryStore.Journal::sequence)
        .toList();
  }
}
