package dev.drawdown.billing.http;

import dev.drawdown.billing.app.ExplainEvent;
import dev.drawdown.billing.app.ReportCosts;
import dev.drawdown.billing.app.ReportCosts.Dimension;
import dev.drawdown.billing.app.ReportCosts.Query;
import dev.drawdown.billing.app.ReportCosts.Report;
import dev.drawdown.billing.core.CostReport;
import dev.drawdown.billing.core.CostReport.Row;
import dev.drawdown.billing.core.Projection;
import dev.drawdown.billing.core.Share;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.kit.time.ServiceClock;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.resteasy.reactive.RestQuery;

/** What usage costs, by day, SKU, region, class, resource or label. */
@Path("/v1")
@RunOnVirtualThread
public class CostResource {
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final Set<String> NAMES =
      Set.of("sku", "region", "class", "commitment", "resource");

  /** The rows, and where the running period is heading if it is among them. */
  public record View(String currency, List<Map<String, Object>> items, Projection projection) {}

  private record Grouping(CostReport.Time time, List<Dimension> dimensions) {}

  private final ReportCosts reportCosts;
  private final ExplainEvent explainEvent;
  private final Access access;
  private final ServiceClock clock;

  CostResource(
      ReportCosts reportCosts, ExplainEvent explainEvent, Access access, ServiceClock clock) {
    this.reportCosts = reportCosts;
    this.explainEvent = explainEvent;
    this.access = access;
    this.clock = clock;
  }

  /** Of the last thirty days where no stretch is named. */
  @GET
  @Path("/accounts/{account}/costs")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response costs(
      String account, @RestQuery String from, @RestQuery String to, @RestQuery String groupBy) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Instant end = fields.optional("to", to, clock.now(), Times::read);
    Instant begun = end == null ? clock.now() : end;
    Instant start = fields.optional("from", from, begun.minus(Duration.ofDays(30)), Times::read);
    Grouping grouping =
        fields.optional("groupBy", groupBy == null ? "" : groupBy, null, CostResource::grouping);
    if (start != null && end != null) {
      fields.require(start.isBefore(end), "to", "must be after from");
      fields.require(
          !start.plus(LONGEST).isBefore(end), "to", "must be at most 400 days after from");
    }
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    return reportCosts
        .handle(account, new Query(start, end, grouping.time, grouping.dimensions))
        .map(report -> Response.ok(view(report, grouping)).build())
        .orElseGet(() -> Answers.of(Outcome.notFound("The account " + account)));
  }

  /** From an event to its money. */
  @GET
  @Path("/accounts/{account}/event-cost")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response eventCost(String account, @RestQuery String source, @RestQuery String id) {
    access.requireAccount(account);
    Fields fields = new Fields();
    String from = fields.required("source", source, Texts::id);
    String event = fields.required("id", id, Texts::id);
    return fields.areValid()
        ? Answers.of(explainEvent.handle(account, new Share.Event(from, event)))
        : Answers.of(fields.refusal());
  }

  private static View view(Report report, Grouping grouping) {
    return new View(
        report.currency(),
        report.rows().stream().map(row -> view(row, grouping)).toList(),
        report.projection());
  }

  private static Map<String, Object> view(Row row, Grouping grouping) {
    Map<String, Object> view = new LinkedHashMap<>();
    if (row.key().start() != null) {
      view.put("start", row.key().start());
      view.put("end", row.key().end());
    }
    for (int i = 0; i < row.key().values().size(); i++) {
      Dimension d = grouping.dimensions.get(i);
      view.put(d.label() == null ? d.name() : "label:" + d.label(), row.key().values().get(i));
    }
    view.put("hours", row.hours());
    view.put("drawn", row.drawn());
    view.put("overage", row.overage());
    view.put("onDemand", row.onDemand());
    if (row.lapsed() != null) {
      view.put("lapsed", row.lapsed());
    }
    view.put("drawnCost", row.drawnCost());
    view.put("overageCost", row.overageCost());
    view.put("onDemandCost", row.onDemandCost());
    if (row.lapsedCost() != null) {
      view.put("lapsedCost", row.lapsedCost());
    }
    view.put("cost", row.cost());
    return view;
  }

  private static Grouping grouping(String text) {
    CostReport.Time time = CostReport.Time.WHOLE;
    List<Dimension> dimensions = new ArrayList<>();
    for (String key : text.split(",")) {
      switch (key) {
        case "" -> {}
        case "hour" -> time = CostReport.Time.HOUR;
        case "day" -> time = CostReport.Time.DAY;
        case "month" -> time = CostReport.Time.MONTH;
        default -> dimensions.add(dimension(key));
      }
    }
    return new Grouping(time, dimensions);
  }

  private static Dimension dimension(String key) {
    if (key.startsWith("label:") && key.length() > "label:".length()) {
      return new Dimension("label", key.substring("label:".length()));
    }
    if (NAMES.contains(key)) {
      return new Dimension(key, null);
    }
    throw new InvalidValue(
        "takes hour, day, month, sku, region, class, commitment, resource and label:NAME, not "
            + key);
  }
}
