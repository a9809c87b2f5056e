package dev.drawdown.billing.http;

import dev.drawdown.billing.app.PutPrice;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.store.SkuRow;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import org.jboss.resteasy.reactive.RestQuery;

/** SKUs and their prices. */
@Path("/v1")
@RunOnVirtualThread
public class TariffResource {
  private static final Set<String> UNITS = Set.of("GPU_HOUR", "GIB", "GIB_HOUR");

  /** A SKU as it is sent. */
  public record SkuBody(String unit, String name) {}

  /** A SKU as it is answered. */
  public record SkuView(String sku, String unit, String name) {
    static SkuView of(SkuRow row) {
      return new SkuView(row.id(), row.unit(), row.name());
    }
  }

  private final PutPrice putPrice;

  TariffResource(PutPrice putPrice) {
    this.putPrice = putPrice;
  }

  @PUT
  @Path("/skus/{sku}")
  @RolesAllowed(Access.OPERATOR)
  public Response putSku(String sku, SkuBody body) {
    Fields fields = new Fields();
    String id = fields.required("sku", sku, Texts::id);
    String unit = fields.required("unit", body == null ? null : body.unit, TariffResource::unit);
    String name =
        fields.optional("name", body == null ? null : body.name, sku, t -> Texts.upTo(256, t));
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return Answers.of(putPrice.handle(new SkuRow(id, unit, name)).map(SkuView::of));
  }

  @PUT
  @Path("/prices/{id}")
  @RolesAllowed(Access.OPERATOR)
  public Response putPrice(String id, PriceBody body) {
    if (body == null) {
      Fields fields = new Fields();
      fields.require(false, "body", "is required");
      return Answers.of(fields.refusal());
    }
    return switch (body.read(id)) {
      case Outcome.Refused<Price> refused -> Answers.of(refused);
      case Outcome.Done<Price> done ->
          Answers.of(putPrice.handle(done.value()).map(PriceBody.View::of));
    };
  }

  @GET
  @Path("/prices")
  @RolesAllowed(Access.OPERATOR)
  public Response prices(@RestQuery String after, @RestQuery String limit) {
    Fields fields = new Fields();
    Page.Request page = Page.request(fields, after, limit);
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return Response.ok(putPrice.list(page).map(PriceBody.View::of)).build();
  }

  private static String unit(String text) {
    if (!UNITS.contains(text)) {
      throw new InvalidValue("must be GPU_HOUR, GIB or GIB_HOUR");
    }
    return text;
  }
}
