package dev.drawdown.billing.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.drawdown.billing.core.Price;
import dev.drawdown.billing.core.Price.TimeOfUse;
import dev.drawdown.kit.Json;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hibernate.annotations.Generated;

/** A managed price; never changed once it is there. */
@Entity
@Table(name = "price")
public class PriceRow {
  /** Hours of the local week as they are stored. */
  public record Window(Set<String> days, String from, String to, BigDecimal unitPrice) {}

  @Id String id;

  @Generated
  @Column(insertable = false, updatable = false)
  Long position;

  String sku;
  String region;
  String account;
  String currency;

  @Column(name = "unit_price")
  BigDecimal unitPrice;

  @Column(name = "effective_from")
  Instant effectiveFrom;

  @Column(name = "time_of_use")
  String timeOfUse;

  protected PriceRow() {}

  public PriceRow(Price price) {
    this.id = price.id();
    this.sku = price.sku();
    this.region = price.region();
    this.account = price.account();
    this.currency = price.currency().getCurrencyCode();
    this.unitPrice = price.unitPrice();
    this.effectiveFrom = price.effectiveFrom();
    this.timeOfUse = Json.text(price.timeOfUse().stream().map(PriceRow::window).toList());
  }

  public Price toPrice() {
    return new Price(
        id,
        position,
        sku,
        region,
        account,
        Currency.getInstance(currency),
        unitPrice,
        effectiveFrom,
        windows().stream().map(PriceRow::timeOfUse).toList());
  }

  private List<Window> windows() {
    try {
      return Json.MAPPER.readValue(timeOfUse, new TypeReference<List<Window>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Window window(TimeOfUse t) {
    Set<String> days =
        t.days().stream().map(DayOfWeek::name).collect(Collectors.toCollection(TreeSet::new));
    return new Window(days, t.from().toString(), t.to().toString(), t.unitPrice());
  }

  private static TimeOfUse timeOfUse(Window w) {
    return new TimeOfUse(
        w.days().stream().map(DayOfWeek::valueOf).collect(Collectors.toSet()),
        LocalTime.parse(w.from()),
        LocalTime.parse(w.to()),
        w.unitPrice());
  }
}
