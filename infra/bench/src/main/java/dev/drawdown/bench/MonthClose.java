package dev.drawdown.bench;

import dev.drawdown.stack.Api;
import dev.drawdown.stack.Service;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import dev.drawdown.stack.StackException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * How long it takes to invoice a month of many accounts, each with three SKUs used in every hour.
 * The copies are filled as the ledger's topics would have filled them; what is measured is closing.
 */
final class MonthClose {
  private static final List<String> SKUS = List.of("close-a", "close-b", "close-c");
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /** What was found; milliseconds and MiB. */
  record Result(
      int accounts,
      double seconds,
      Latency.Percentiles drafts,
      long exportedMiB,
      double exportSeconds,
      long residentBefore,
      long residentAfter) {
    double perSecond() {
      return accounts / seconds;
    }
  }

  private final Stack stack;
  private final Api api;
  private final String token;
  private final YearMonth month;

  MonthClose(Stack stack, YearMonth month) {
    this.stack = stack;
    this.token = stack.tokens().issue("operator", null);
    this.api = new Api(token);
    this.month = month;
  }

  private String billing(String path) {
    return stack.settings().url(Settings.Port.BILLING) + path;
  }

  Result measure(Ledger ledger, Ledger billing, int accounts) {
    prices();
    seed(ledger, billing, accounts);
    long before = residentMiB();
    long exporting = System.nanoTime();
    long bytes = export();
    double exported = (System.nanoTime() - exporting) / 1e9;
    long after = residentMiB();
    billing.execute("UPDATE account_copy SET grace_hours = 0 WHERE id LIKE 'close-%'");
    await(billing, 1);
    long begun = System.nanoTime();
    List<Long> drafts = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    while (invoices(billing) < accounts) {
      drafts.add(draft("close-%05d".formatted(1 + random.nextInt(accounts))));
      LockSupport.parkNanos(100_000_000L);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new Result(
        accounts, seconds, Latency.Percentiles.of(drafts), bytes >> 20, exported, before, after);
  }

  private void prices() {
    for (String sku : SKUS) {
      api.put(billing("/v1/skus/" + sku), Map.of("unit", "GPU_HOUR", "name", sku)).orFail("sku");
      api.put(
              billing("/v1/prices/" + sku),
              Map.of(
                  "sku",
                  sku,
                  "currency",
                  "USD",
                  "unitPrice",
                  "4.50",
                  "effectiveFrom",
                  "2025-01-01T00:00:00Z"))
          .orFail("price");
    }
  }

  private void seed(Ledger ledger, Ledger billing, int accounts) {
    String ids =
        "(SELECT 'close-' || lpad(i::text, 5, '0') AS id FROM generate_series(1, "
            + accounts
            + ") i) a";
    ledger.execute("INSERT INTO account SELECT id, id, 'USD', 'UTC', 0, 1, 0, 1 FROM " + ids);
    ledger.execute("INSERT INTO account_book (account) SELECT id FROM " + ids);
    billing.execute(
        "INSERT INTO account_copy (id, version, document) SELECT id, 1, json_build_object("
            + "'id', id, 'version', 1, 'name', id, 'currency', 'USD', 'timeZone', 'UTC',"
            + " 'taxPercent', '0', 'billingDay', 1, 'graceHours', 0)::text FROM "
            + ids);
    billing.execute(
        "INSERT INTO booked_usage SELECT id, t, 'elastic', sku, '', 'ON_DEMAND', '', 3600 * 1.25"
            + " FROM "
            + ids
            + ", generate_series('"
            + month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant()
            + "'::timestamptz, '"
            + month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant()
            + "'::timestamptz - interval '1 hour', interval '1 hour') t,"
            + " unnest(ARRAY['close-a', 'close-b', 'close-c']) sku");
    billing.execute("VACUUM ANALYZE");
  }

  private static long invoices(Ledger billing) {
    return billing.number("SELECT count(*) FROM invoice WHERE account LIKE 'close-%'");
  }

  private static void await(Ledger billing, long count) {
    long limit = System.nanoTime() + PATIENCE.toNanos();
    while (invoices(billing) < count) {
      if (System.nanoTime() > limit) {
        throw new StackException("no invoice was made");
      }
      LockSupport.parkNanos(50_000_000L);
    }
  }

  private long draft(String account) {
    long begun = System.nanoTime();
    api.get(billing("/v1/accounts/" + account + "/invoices/draft?period=" + month)).orFail("draft");
    return System.nanoTime() - begun;
  }

  private long residentMiB() {
    return stack.service(Service.Name.BILLING_ENGINE).process().residentMiB();
  }

  /** Reads the export of all accounts to its end; answers its bytes. */
  private long export() {
    HttpRequest get =
        HttpRequest.newBuilder(URI.create(billing("/v1/exports/focus?period=" + month)))
            .header("Authorization", "Bearer " + token)
            .build();
    try (InputStream in =
        HttpClient.newHttpClient().send(get, HttpResponse.BodyHandlers.ofInputStream()).body()) {
      long bytes = 0;
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes += n;
      }
      return bytes;
    } catch (IOException e) {
      throw new StackException("the export broke off: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("interrupted");
    }
  }
}
