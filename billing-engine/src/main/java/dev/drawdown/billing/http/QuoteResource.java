package dev.drawdown.billing.http;

import dev.drawdown.billing.core.Needs;
import dev.drawdown.billing.core.Ownership;
import dev.drawdown.billing.core.Quote;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.util.Map;

/** Quotes: on demand against commitments and against owning the hardware. */
@Path("/v1")
@RunOnVirtualThread
public class QuoteResource {
  /** What is answered; parts that were not asked for are absent. */
  public record View(
      String currency,
      BigDecimal gpus,
      BigDecimal hours,
      BigDecimal gpuHours,
      BigDecimal onDemand,
      OfferView capacity,
      OfferView pool,
      OwnedView owned,
      Needs.Estimate needs,
      Map<String, String> basis) {}

  /** What a commitment comes to; see {@link Quote.Comparison}. */
  public record OfferView(
      BigDecimal committed,
      BigDecimal fee,
      BigDecimal feePerPeriod,
      BigDecimal coveredHours,
      BigDecimal overageHours,
      BigDecimal overage,
      BigDecimal saving,
      BigDecimal savingPercent,
      BigDecimal breakEvenPercent,
      BigDecimal perHour) {
    static OfferView of(Quote.Comparison c) {
      return new OfferView(
          c.cost(),
          c.fee(),
          c.feePerPeriod(),
          c.coveredHours(),
          c.overageHours(),
          c.overage(),
          c.saving(),
          c.savingPercent(),
          c.breakEvenPercent(),
          c.perHour());
    }
  }

  /** One owned GPU's month, and all of them for the asked time. */
  public record OwnedView(Ownership.Month gpuMonth, BigDecimal total) {}

  private static final Map<String, String> BASIS =
      Map.of(
          "committed", "the year's fee x hours / 8,760, and what is used beyond the commitment",
          "feePerPeriod", "what is due each period, whatever its hours: a month's whole fee",
          "breakEvenPercent", "the use of the commitment at which it costs as much as on demand",
          "owned", "months of 730 hours");

  @POST
  @Path("/quotes")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response quote(QuoteBody body) {
    Fields fields = new Fields();
    fields.require(body != null, "body", "is required");
    if (body == null) {
      return Answers.of(fields.refusal());
    }
    QuoteBody.Asked asked = body.read(fields);
    return fields.areValid() ? Response.ok(view(asked)).build() : Answers.of(fields.refusal());
  }

  private static View view(QuoteBody.Asked asked) {
    Quote quote = asked.quote();
    return new View(
        quote.currency().getCurrencyCode(),
        quote.gpus(),
        quote.hours(),
        quote.gpuHours(),
        quote.onDemand(),
        asked.capacity() == null ? null : OfferView.of(quote.with(asked.capacity())),
        asked.pool() == null ? null : OfferView.of(quote.with(asked.pool())),
        asked.owned() == null ? null : owned(quote, asked.owned()),
        asked.needs() == null ? null : asked.needs().estimate(),
        BASIS);
  }

  private static OwnedView owned(Quote quote, Ownership owned) {
    Ownership.Month month = owned.month(quote.currency());
    return new OwnedView(month, quote.ownedTotal(month));
  }
}
