package dev.drawdown.ledger.core;

import java.math.BigDecimal;

/**
 * A customer of the GPU cloud.
 *
 * @param graceHours hours after a period's end at which it closes by itself; null when it does not
 */
public record Account(
    String id,
    String name,
    String currency,
    Calendar calendar,
    BigDecimal taxPercent,
    Integer graceHours) {}
