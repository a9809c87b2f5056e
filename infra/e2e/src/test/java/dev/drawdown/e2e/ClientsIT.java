package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The real clients of OpenMeter, Lago and CloudEvents, from npm, where Node is at hand. */
class ClientsIT {
  private static final Path FOLDER = RunningStack.root().resolve("infra/e2e/target/clients");
  private static final List<String> ACCOUNTS =
      List.of("clients-openmeter", "clients-lago", "clients-cloudevents");

  @Test
  void whatRealClientsSendIsBookedOnceAndInvoiced() throws Exception {
    assumeTrue(installed(), "SKIPPED: no Node, npm or registry at hand; no real client was tried");
    RunningStack stack = RunningStack.get();
    stack.priced("H100", "3.00");
    ACCOUNTS.forEach(stack::account);
    run(
        300,
        Map.of(
            "INGEST_URL", stack.ingest(""), "TOKEN", stack.stack().tokens().issue("cluster", null)),
        "node",
        "publish.mjs");
    for (String account : ACCOUNTS) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertEquals("6.00", draft(stack, account), account));
    }
  }

  private static String draft(RunningStack stack, String account) {
    return stack
        .operator()
        .get(stack.billing("/v1/accounts/" + account + "/invoices/draft?period=2026-05"))
        .body()
        .path("total")
        .asText();
  }

  private static boolean installed() throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    for (String file : List.of("package.json", "publish.mjs")) {
      try (InputStream in = ClientsIT.class.getResourceAsStream("/clients/" + file)) {
        Files.write(FOLDER.resolve(file), in.readAllBytes());
      }
    }
    try {
      run(120, Map.of(), "npm", "install", "--no-audit", "--no-fund");
      return true;
    } catch (IOException e) {
      System.out.println("npm: " + e.getMessage());
      return false;
    }
  }

  /** Fails with what the program printed. */
  private static void run(int seconds, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path log = FOLDER.resolve(command[0] + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(FOLDER.toFile());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    process.destroyForcibly();
    if (!ended || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + Files.readString(log));
    }
  }
}
