package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A warning, on {@link Topics#ALERT} and as the data of webhooks.
 *
 * @param kind such as budget.threshold
 * @param period a billing period's label, or the start of a commitment's window
 * @param percent used of the amount, 2 decimals, cut
 */
public record AlertRaised(
    String id,
    String account,
    String kind,
    String budget,
    String period,
    BigDecimal threshold,
    BigDecimal used,
    BigDecimal amount,
    BigDecimal percent,
    Instant at) {}
