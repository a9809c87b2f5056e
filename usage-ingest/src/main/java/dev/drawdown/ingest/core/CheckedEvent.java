package dev.drawdown.ingest.core;

import java.time.Instant;
import java.util.Map;

/**
 * An event that passed every check, in canonical form: plain decimals, UTC times, defaults filled
 * in, nothing unknown.
 *
 * @param subject the account
 * @param time null when the event needs none and gave none
 * @param data texts, booleans and maps of texts
 */
public record CheckedEvent(
    String source,
    String id,
    String type,
    String subject,
    Instant time,
    Map<String, Object> data) {}
