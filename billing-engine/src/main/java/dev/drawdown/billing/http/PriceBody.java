package dev.drawdown.billing.http;

import dev.drawdown.billing.core.Money;
import dev.drawdown.billing.core.Price;
import dev.drawdown.kit.Fields;
import dev.drawdown.kit.InvalidValue;
import dev.drawdown.kit.Outcome;
import dev.drawdown.kit.Texts;
import dev.drawdown.kit.Times;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A price as an operator sends it; decimals as text or number. */
public record PriceBody(
    String sku,
    String region,
    String account,
    String currency,
    String unitPrice,
    String effectiveFrom,
    List<Window> timeOfUse) {

  /** Full local hours of some weekdays (all of them when absent) with another price. */
  public record Window(List<String> days, String from, String to, String unitPrice) {}

  /** A price as it is answered. */
  public record View(
      String id,
      String sku,
      String region,
      String account,
      String currency,
      BigDecimal unitPrice,
      Instant effectiveFrom,
      List<Window> timeOfUse) {
    static View of(Price p) {
      return new View(
          p.id(),
          p.sku(),
          p.region(),
          p.account(),
          p.currency().getCurrencyCode(),
          Money.unitPrice(p.unitPrice(), p.currency()),
          p.effectiveFrom(),
          p.timeOfUse().isEmpty()
              ? null
              : p.timeOfUse().stream()
                  .map(
                      t ->
                          new Window(
                              t.days().stream().sorted().map(DayOfWeek::name).toList(),
                              t.from().toString(),
                              t.to().toString(),
                              t.unitPrice().toPlainString()))
                  .toList());
    }
  }

  Outcome<Price> read(String priceId) {
    Fields f = new Fields();
    Price price =
        new Price(
            f.required("id", priceId, Texts::id),
            0,
            f.required("sku", sku, Texts::id),
            f.optional("region", region, null, Texts::id),
            f.optional("account", account, null, Texts::slug),
            f.required("currency", currency, Currencies::read),
            f.required("unitPrice", unitPrice, Fields::notNegative),
            f.required("effectiveFrom", effectiveFrom, PriceBody::onTheHour),
            windows(f));
    return f.areValid() ? Outcome.done(price) : f.refusal();
  }

  private List<Price.TimeOfUse> windows(Fields f) {
    List<Price.TimeOfUse> read = new ArrayList<>();
    for (int i = 0; timeOfUse != null && i < timeOfUse.size(); i++) {
      String at = "timeOfUse[" + i + "].";
      Window window = timeOfUse.get(i);
      LocalTime from = f.required(at + "from", window.from, PriceBody::fullHour);
      LocalTime to = f.required(at + "to", window.to, PriceBody::fullHour);
      BigDecimal price = f.required(at + "unitPrice", window.unitPrice, Fields::notNegative);
      if (from != null && to != null) {
        f.require(
            to.equals(LocalTime.MIDNIGHT) || from.isBefore(to), at + "to", "must be after from");
      }
      read.add(new Price.TimeOfUse(days(f, at, window), from, to, price));
    }
    return read;
  }

  private static Set<DayOfWeek> days(Fields f, String at, Window window) {
    if (window.days == null || window.days.isEmpty()) {
      return EnumSet.allOf(DayOfWeek.class);
    }
    EnumSet<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (int i = 0; i < window.days.size(); i++) {
      DayOfWeek day =
          f.required(at + "days[" + i + "]", window.days.get(i), Fields.oneOf(DayOfWeek.class));
      if (day != null) {
        days.add(day);
      }
    }
    return days;
  }

  private static Instant onTheHour(String text) {
    Instant instant = Times.read(text);
    // Zones differ from UTC by whole quarters of an hour, so an hour of some zone begins on one.
    if (instant.getNano() != 0 || Math.floorMod(instant.getEpochSecond(), 900) != 0) {
      throw new InvalidValue("must be on the hour");
    }
    return instant;
  }

  private static LocalTime fullHour(String text) {
    try {
      LocalTime time = LocalTime.parse(text);
      if (time.getMinute() == 0 && time.getSecond() == 0 && time.getNano() == 0) {
        return time;
      }
    } catch (DateTimeException e) {
      // said below, together with times that are not on the hour
    }
    throw new InvalidValue("must be a full hour such as 18:00");
  }
}
