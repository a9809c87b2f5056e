package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import dev.drawdown.ledger.core.Commitment;
import dev.drawdown.ledger.core.Proposal;
import dev.drawdown.ledger.core.UsageClass;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Period;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** A commitment as an operator sends it; decimals as text or number. */
public record CommitmentBody(
    String account,
    String kind,
    List<Sku> skus,
    List<String> regions,
    List<String> classes,
    String gpus,
    String hours,
    String window,
    String start,
    String end,
    String term,
    String priority,
    String isolation,
    Fee fee,
    List<Tier> overage,
    Sla sla) {
  private static final int MAX_TEXT = 256;

  /** A SKU in scope and the units that one of its hours draws. */
  public record Sku(String sku, String weight) {}

  /** Amount for each MONTH, QUARTER, YEAR or TERM. */
  public record Fee(String amount, String per) {}

  /** A tier of the overage discount. */
  public record Tier(String upToHours, String discountPercent) {}

  /** Promised availability. */
  public record Sla(String availabilityPercent, List<Credit> credits) {}

  /** What is credited below an availability. */
  public record Credit(String belowPercent, String creditPercent) {}

  Outcome<Proposal> read(String commitmentId) {
    Fields f = new Fields();
    String id = f.required("id", commitmentId, Texts::id);
    Proposal proposal =
        new Proposal(
            id,
            f.required("account", account, Texts::slug),
            f.required("kind", kind, Fields.oneOf(Commitment.Kind.class)),
            skus(f),
            new TreeSet<>(texts(f, "regions", regions, t -> Texts.upTo(MAX_TEXT, t))),
            classes(f),
            f.optional("gpus", gpus, null, CommitmentBody::positive),
            f.optional("hours", hours, null, CommitmentBody::positive),
            f.optional("window", window, null, Fields.oneOf(Commitment.Window.class)),
            f.required("start", start, Times::read),
            f.optional("end", end, null, Times::read),
            f.optional("term", term, null, CommitmentBody::period),
            number(f.optional("priority", priority, 100, CommitmentBody::priority)),
            f.optional("isolation", isolation, null, t -> Texts.upTo(MAX_TEXT, t)),
            fee(f),
            tiers(f),
            sla(f));
    return f.areValid() ? Outcome.done(proposal) : f.refusal();
  }

  private SortedMap<String, BigDecimal> skus(Fields f) {
    SortedMap<String, BigDecimal> weights = new TreeMap<>();
    f.require(skus != null && !skus.isEmpty(), "skus", "is required");
    for (int i = 0; skus != null && i < skus.size(); i++) {
      String at = "skus[" + i + "].";
      Sku one = skus.get(i);
      String sku = f.required(at + "sku", one.sku, Texts::id);
      BigDecimal weight =
          f.optional(at + "weight", one.weight, BigDecimal.ONE, CommitmentBody::positive);
      if (sku != null) {
        f.require(!weights.containsKey(sku), at + "sku", "is named twice");
        weights.put(sku, weight);
      }
    }
    return weights;
  }

  private Set<UsageClass> classes(Fields f) {
    List<UsageClass> read = texts(f, "classes", classes, UsageClass::of);
    return read.isEmpty() ? EnumSet.noneOf(UsageClass.class) : EnumSet.copyOf(read);
  }

  private Commitment.Fee fee(Fields f) {
    if (fee == null) {
      return null;
    }
    return new Commitment.Fee(
        f.required("fee.amount", fee.amount, t -> Decimals.normal(Fields.notNegative(t))),
        f.required("fee.per", fee.per, Fields.oneOf(Commitment.Fee.Per.class)));
  }

  private List<Commitment.OverageTier> tiers(Fields f) {
    List<Commitment.OverageTier> tiers = new ArrayList<>();
    for (int i = 0; overage != null && i < overage.size(); i++) {
      String at = "overage[" + i + "].";
      Tier tier = overage.get(i);
      tiers.add(
          new Commitment.OverageTier(
              f.optional(at + "upToHours", tier.upToHours, null, CommitmentBody::positive),
              f.required(at + "discountPercent", tier.discountPercent, CommitmentBody::percent)));
    }
    return tiers;
  }

  private Commitment.Sla sla(Fields f) {
    if (sla == null) {
      return null;
    }
    List<Commitment.Sla.Credit> credits = new ArrayList<>();
    for (int i = 0; sla.credits != null && i < sla.credits.size(); i++) {
      String at = "sla.credits[" + i + "].";
      Credit credit = sla.credits.get(i);
      credits.add(
          new Commitment.Sla.Credit(
              f.required(at + "belowPercent", credit.belowPercent, CommitmentBody::percent),
              f.required(at + "creditPercent", credit.creditPercent, CommitmentBody::percent)));
    }
    return new Commitment.Sla(
        f.required("sla.availabilityPercent", sla.availabilityPercent, CommitmentBody::percent),
        credits);
  }

  private static <T> List<T> texts(
      Fields f, String field, List<String> texts, Function<String, T> reader) {
    List<T> read = new ArrayList<>();
    for (int i = 0; texts != null && i < texts.size(); i++) {
      T value = f.required(field + "[" + i + "]", texts.get(i), reader);
      if (value != null) {
        read.add(value);
      }
    }
    return read;
  }

  private static BigDecimal positive(String text) {
    return Decimals.normal(Fields.positive(text));
  }

  private static BigDecimal percent(String text) {
    return Decimals.normal(Fields.percent(text));
  }

  private static int number(Integer value) {
    return value == null ? 0 : value;
  }

  private static int priority(String text) {
    if (!text.matches("-?[0-9]{1,6}")) {
      throw new InvalidValue("must be a whole number");
    }
    return Integer.parseInt(text);
  }

  private static Period period(String text) {
    try {
      Period period = Period.parse(text);
      if (!period.isZero() && !period.isNegative()) {
        return period;
      }
    } catch (DateTimeException e) {
      // said below, together with empty and negative periods
    }
    throw new InvalidValue("must be an ISO 8601 period such as P1Y");
  }
}
