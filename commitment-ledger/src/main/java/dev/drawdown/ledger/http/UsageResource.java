package dev.drawdown.ledger.http;

import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Page;
import dev.drawdown.kit.Times;
import dev.drawdown.kit.http.Access;
import dev.drawdown.kit.http.Answers;
import dev.drawdown.ledger.app.Accounts;
import dev.drawdown.ledger.app.ReportUsage;
import dev.drawdown.ledger.app.ReportUsage.Dimension;
import dev.drawdown.ledger.core.Account;
import dev.drawdown.ledger.core.Slice;
import dev.drawdown.ledger.core.UsageReport;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** Usage of an account, summed by time and other keys. */
@Path("/v1")
@RunOnVirtualThread
public class UsageResource {
  private static final Instant BEGINNING = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2101-01-01T00:00:00Z");

  private record Grouping(UsageReport.Time time, List<String> names, List<Dimension> dimensions) {}

  private final ReportUsage reportUsage;
  private final Accounts accounts;
  private final Access access;

  UsageResource(ReportUsage reportUsage, Accounts accounts, Access access) {
    this.reportUsage = reportUsage;
    this.accounts = accounts;
    this.access = access;
  }

  @GET
  @Path("/accounts/{account}/usage")
  @RolesAllowed({Access.OPERATOR, Access.CUSTOMER})
  public Response report(
      String account, @RestQuery String from, @RestQuery String to, @RestQuery String groupBy) {
    access.requireAccount(account);
    Fields fields = new Fields();
    Instant start = fields.optional("from", from, BEGINNING, Times::read);
    Instant end = fields.optional("to", to, END, Times::read);
    Grouping grouping =
        fields.optional("groupBy", groupBy == null ? "" : groupBy, null, UsageResource::grouping);
    if (start != null && end != null) {
      fields.require(start.isBefore(end), "to", "must be after from");
    }
    if (!fields.areValid()) {
      return Answers.of(fields.refusal());
    }
    Optional<Account> found = accounts.find(account);
    if (found.isEmpty()) {
      return Answers.of(Outcome.notFound("The account " + account));
    }
    List<Map<String, Object>> rows =
        reportUsage
            .handle(found.get(), new Slice(start, end), grouping.time, grouping.dimensions)
            .stream()
            .map(row -> view(row, grouping.names))
            .toList();
    return Response.ok(new Page<>(rows, null)).build();
  }

  private static Map<String, Object> view(UsageReport.Row row, List<String> names) {
    Map<String, Object> view = new LinkedHashMap<>();
    if (row.key().period() != null) {
      view.put("start", row.key().period().start());
      view.put("end", row.key().period().end());
    }
    for (int i = 0; i < names.size(); i++) {
      view.put(names.get(i), row.key().values().get(i));
    }
    view.put("hours", row.used().hours());
    view.put("unitSeconds", Decimals.plain(row.used().unitSeconds()));
    view.put("drawn", row.drawn().hours());
    view.put("overage", row.overage().hours());
    view.put("onDemand", row.onDemand().hours());
    return view;
  }

  private static Grouping grouping(String text) {
    UsageReport.Time time = UsageReport.Time.WHOLE;
    List<String> names = new ArrayList<>();
    List<Dimension> dimensions = new ArrayList<>();
    for (String key : text.split(",")) {
      switch (key) {
        case "" -> {}
        case "hour" -> time = UsageReport.Time.HOUR;
        case "day" -> time = UsageReport.Time.DAY;
        case "month" -> time = UsageReport.Time.MONTH;
        default -> {
          names.add(key);
          dimensions.add(dimension(key));
        }
      }
    }
    return new Grouping(time, names, dimensions);
  }

  private static Dimension dimension(String key) {
    if (key.startsWith("label:") && key.length() > "label:".length()) {
      return new Dimension(Dimension.Name.LABEL, key.substring("label:".length()));
    }
    return switch (key) {
      case "sku" -> new Dimension(Dimension.Name.SKU, null);
      case "region" -> new Dimension(Dimension.Name.REGION, null);
      case "class" -> new Dimension(Dimension.Name.CLASS, null);
      case "source" -> new Dimension(Dimension.Name.SOURCE, null);
      case "resource" -> new Dimension(Dimension.Name.RESOURCE, null);
      default ->
          throw new InvalidValue(
              "takes hour, day, month, sku, region, class, source, resource and label:NAME, not "
                  + key);
    };
  }
}
