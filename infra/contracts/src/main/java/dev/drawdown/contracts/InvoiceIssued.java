package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * An invoice that was finalised or made void, on {@link Topics#INVOICE}.
 *
 * @param status FINAL or VOID
 */
public record InvoiceIssued(
    String id,
    String number,
    String account,
    String period,
    String status,
    String currency,
    BigDecimal total,
    Instant issuedAt) {}
