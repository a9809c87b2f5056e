package dev.drawdown.bench;

import dev.drawdown.stack.Api;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes the accounts of a bench and their commitments, through the product's own interface. */
final class Customers {
  private static final int AT_ONCE = 16;

  private final Api api;
  private final String ledger;
  private final String prefix;
  private final int accounts;

  Customers(Stack stack, String prefix, int accounts) {
    this.prefix = prefix;
    this.accounts = accounts;
    this.api = new Api(stack.tokens().issue("operator", null));
    this.ledger = stack.settings().url(Settings.Port.LEDGER);
  }

  /**
   * Half of the commitments hold capacity and half are monthly pools; together they cover about
   * half of what the resources of an account use.
   */
  void make(int commitments) {
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> made = new ArrayList<>();
      for (int i = 0; i < accounts; i++) {
        int account = i;
        made.add(
            threads.submit(() -> make(BenchData.account(prefix, account), account, commitments)));
      }
      for (Future<?> one : made) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot make the bench's accounts", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  String prefix() {
    return prefix;
  }

  int accounts() {
    return accounts;
  }

  private void make(String account, int index, int commitments) {
    api.put(ledger + "/v1/accounts/" + account, Map.of("name", account, "currency", "USD"))
        .orFail("account");
    for (int c = 0; c < commitments; c++) {
      boolean capacity = (index + c) % 2 == 0;
      String share = Integer.toString(Math.max(1, 50 / commitments));
      Map<String, Object> body =
          capacity
              ? Map.of(
                  "account",
                  account,
                  "kind",
                  "CAPACITY",
                  "skus",
                  List.of(Map.of("sku", "a100-80g")),
                  "gpus",
                  share,
                  "start",
                  "2026-01-01T00:00:00Z",
                  "term",
                  "P2Y")
              : Map.of(
                  "account",
                  account,
                  "kind",
                  "POOL",
                  "skus",
                  List.of(Map.of("sku", "a100-80g")),
                  "hours",
                  share,
                  "window",
                  "MONTH",
                  "start",
                  "2026-01-01T00:00:00Z",
                  "term",
                  "P2Y");
      api.put(ledger + "/v1/commitments/" + account + "-" + c, body).orFail("commitment");
    }
  }
}
