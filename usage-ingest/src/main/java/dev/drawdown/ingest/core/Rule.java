package dev.drawdown.ingest.core;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How usage told in another system's terms becomes Drawdown's: which property names the SKU, and
 * which holds how much was used.
 *
 * @param type the event's type or code that the rule is for; null for every other
 * @param sku the SKU itself; null when a property names it
 * @param skuProperties looked at in turn; the event's type is the SKU where none is there
 * @param quantities looked at in turn
 */
public record Rule(String type, String sku, List<String> skuProperties, List<Quantity> quantities) {
  /** In what a property counts. */
  public enum Unit {
    /** The SKU's unit: GPU-hours, GiB. */
    UNITS,
    /** GPU-seconds. */
    SECONDS,
    /** GPUs, for as long as another property says in seconds. */
    GPUS
  }

  /** A property that holds how much was used. */
  public record Quantity(String property, Unit unit) {}

  /** The property that says for how long GPUs were used, and ends at the event's time. */
  public static final String DURATION = "duration_seconds";

  /** What is understood without configuration: the names that collectors commonly use. */
  public static final Rule COMMON =
      new Rule(
          null,
          null,
          List.of("sku", "gpu_type", "gpu_model"),
          List.of(
              new Quantity("gpu_request_count", Unit.GPUS),
              new Quantity("gpu_count", Unit.GPUS),
              new Quantity("gpus", Unit.GPUS),
              new Quantity("gpu_hours", Unit.UNITS),
              new Quantity("gpu_seconds", Unit.SECONDS),
              new Quantity("quantity", Unit.UNITS),
              new Quantity("value", Unit.UNITS)));

  public Rule {
    skuProperties = skuProperties == null ? List.of() : List.copyOf(skuProperties);
    quantities = quantities == null ? List.of() : List.copyOf(quantities);
  }

  /** The rule with what is common where it says nothing. */
  Rule orCommon() {
    return new Rule(
        type,
        sku,
        skuProperties.isEmpty() ? COMMON.skuProperties : skuProperties,
        quantities.isEmpty() ? COMMON.quantities : quantities);
  }

  /**
   * The quantity to take of those that an event has: the first that is complete, else the first.
   * GPUs are complete with a duration.
   */
  Optional<Quantity> quantityIn(Set<String> properties) {
    List<Quantity> present =
        quantities.stream().filter(q -> properties.contains(q.property())).toList();
    return present.stream()
        .filter(q -> q.unit() != Unit.GPUS || properties.contains(DURATION))
        .findFirst()
        .or(() -> present.stream().findFirst());
  }
}
