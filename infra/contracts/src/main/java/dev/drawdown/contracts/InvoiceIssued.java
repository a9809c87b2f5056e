package dev.drawdown.contracts;

import java.math.BigDecimal;
import java.time.Instant;

/** An invoice that was finalised, on {@link Topics#INVOICE}. */
public record InvoiceIssued(
    String id,
    String number,
    String account,
    String period,
    String currency,
    BigDecimal total,
    Instant issuedAt) {}
