package dev.drawdown.ledger.kafka;

import dev.drawdown.contracts.EventTypes;
import dev.drawdown.kit.Decimals;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Json;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import dev.drawdown.ledger.core.Fact;
import dev.drawdown.ledger.core.Fact.Change;
import dev.drawdown.ledger.core.Fact.Measure;
import dev.drawdown.ledger.core.Identity;
import dev.drawdown.ledger.core.OutageReport;
import dev.drawdown.ledger.core.UsageClass;
import dev.drawdown.ledger.core.UsageKey;
import java.io.IOException;
import java.time.Instant;

/**
 * Reads the canonical events that usage-ingest publishes. Anything else on the topic is bad input:
 * it throws {@link InvalidValue} and ends in quarantine.
 */
final class FactDecoder {
  private FactDecoder() {}

  static Fact decode(byte[] value) {
    if (value == null) {
      throw new InvalidValue("the record has no value");
    }
    EventFields event = EventFields.read(value);
    Identity identity =
        new Identity(Texts.slug(event.subject), Texts.id(event.source), Texts.id(event.id));
    String type = required("type", event.type);
    try {
      return switch (type) {
        case EventTypes.USAGE -> usage(identity, event);
        case EventTypes.CORRECTION -> correction(identity, event);
        case EventTypes.OUTAGE -> outage(identity, event);
        case EventTypes.UTILIZATION -> utilization(identity, event, value);
        default -> throw new InvalidValue("the type " + type + " is not known");
      };
    } catch (IllegalArgumentException e) {
      throw new InvalidValue(e.getMessage());
    }
  }

  private static Fact usage(Identity identity, EventFields event) {
    UsageKey key =
        new UsageKey(
            event.usageClass == null ? UsageClass.ELASTIC : UsageClass.of(event.usageClass),
            Texts.id(event.sku),
            event.region == null ? "" : Texts.id(event.region));
    String resource = event.resource == null ? "" : Texts.id(event.resource);
    // canonical: keys in order, so that equal labels are equal texts
    String labels = event.labels.isEmpty() ? "" : Json.text(event.labels);
    return new Fact.Usage(identity, key, resource, labels, measure(event));
  }

  private static Measure measure(EventFields event) {
    return event.gpus == null
        ? new Measure.Amount(
            Decimals.read(required("quantity", event.quantity)),
            Times.read(required("time", event.time)))
        : new Measure.Span(
            Decimals.read(event.gpus),
            Times.read(required("start", event.start)),
            Times.read(required("end", event.end)));
  }

  private static Fact correction(Identity identity, EventFields event) {
    Identity corrects =
        new Identity(
            identity.account(), Texts.id(event.correctsSource), Texts.id(event.correctsId));
    Change change =
        event.voided
            ? new Change.Voided()
            : new Change.Added(Decimals.read(required("quantity", event.quantity)));
    return new Fact.Correction(
        identity, corrects, change, Times.read(required("time", event.time)));
  }

  /** An outage's data is what was checked of it, for whoever it is passed on to. */
  private static Fact outage(Identity identity, EventFields event) {
    OutageReport report =
        new OutageReport(
            Texts.id(event.commitment),
            Decimals.read(required("gpus", event.gpus)),
            Times.read(required("start", event.start)),
            Times.read(required("end", event.end)));
    return new Fact.Notice(identity, Fact.Notice.Kind.OUTAGE, timeOf(event), Json.text(report));
  }

  /** JSON spells control characters out, so the data is clean text whatever it holds. */
  private static Fact utilization(Identity identity, EventFields event, byte[] value) {
    try {
      return new Fact.Notice(
          identity,
          Fact.Notice.Kind.UTILIZATION,
          timeOf(event),
          Json.MAPPER.readTree(value).path("data").toString());
    } catch (IOException e) {
      throw new InvalidValue("the value is not JSON: " + e.getMessage());
    }
  }

  private static Instant timeOf(EventFields event) {
    return event.time == null ? null : Times.read(event.time);
  }

  private static String required(String field, String text) {
    if (text == null) {
      throw new InvalidValue("the field " + field + " is missing");
    }
    return text;
  }
}
