package dev.drawdown.contracts;

import java.math.BigDecimal;

/**
 * An account as it stands now, on {@link Topics#ACCOUNT}.
 *
 * @param version grows by one with every change; a smaller one than known is old news
 * @param graceHours hours after a period's end at which it closes by itself; null when it does not
 */
public record AccountChanged(
    String id,
    long version,
    String name,
    String currency,
    String timeZone,
    BigDecimal taxPercent,
    int billingDay,
    Integer graceHours) {}
