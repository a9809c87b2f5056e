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
        case EventTypes.OUTAGE -> notice(identity, Fact.Notice.Kind.OUTAGE, event, value);
        case EventTypes.UTILIZATION -> notice(identity, Fact.Notice.Kind.UTILIZATION, event, value);
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

  /** JSON spells control characters out, so the data is clean text whatever it holds. */
  private static Fact notice(
      Identity identity, Fact.Notice.Kind kind, EventFields event, byte[] value) {
    try {
      String data = Json.MAPPER.readTree(value).path("data").toString();
      if (kind == Fact.Notice.Kind.OUTAGE) {
        Json.MAPPER.readValue(data, OutageReport.class); // refuses what could not be passed on
      }
      return new Fact.Notice(
          identity, kind, event.time == null ? null : Times.read(event.time), data);
    } catch (IOException e) {
      throw new InvalidValue("the value is not readable: " + e.getMessage());
    }
  }

  private static String required(String field, String text) {
    if (text == null) {
      throw new InvalidValue("the field " + field + " is missing");
    }
    return text;
  }
}
