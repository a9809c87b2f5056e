package dev.drawdown.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A journal that is taken away can be checked without the ledger, and tells what was touched. */
class JournalIT {
  private static final int EVENTS = 5;

  private final RunningStack stack = RunningStack.get();

  private record Verdict(int exit, String output) {}

  @Test
  void anExportedJournalIsWholeAndEveryChangeOfItIsFound() throws Exception {
    stack.account("journal");
    List<Object> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      events.add(Events.amount("journal", "e" + i, "a100", "1.5", "2026-05-01T0" + i + ":00:00Z"));
    }
    stack.publish(events).orFail("publishing");
    List<String> journal = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              journal.clear();
              journal.addAll(export().lines().toList());
              assertEquals(EVENTS, journal.size());
            });
    assertEquals(0, verify(journal).exit());
    assertTrue(verify(journal).output().contains("5 postings, the chain is whole"));

    List<String> changed = new ArrayList<>(journal);
    changed.set(2, changed.get(2).replace("\"unitSeconds\":\"5400\"", "\"unitSeconds\":\"54\""));
    assertBroken("BROKEN at posting 3", verify(changed));
    List<String> shortened = new ArrayList<>(journal);
    shortened.remove(1);
    assertBroken("BROKEN at posting 2", verify(shortened));
    String head = journal.getLast().replaceAll(".*\"hash\":\"([0-9a-f]+)\".*", "$1");
    assertEquals(0, verify(journal, "--head", head).exit());
    assertBroken("and not with", verify(journal.subList(0, 4), "--head", head));
  }

  private static void assertBroken(String how, Verdict verdict) {
    assertEquals(1, verdict.exit(), verdict.output());
    assertTrue(verdict.output().contains(how), verdict.output());
  }

  private String export() throws IOException, InterruptedException {
    HttpRequest get =
        HttpRequest.newBuilder(URI.create(stack.ledger("/v1/accounts/journal/journal")))
            .header("Authorization", "Bearer " + stack.stack().tokens().issue("operator", null))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(get, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private Verdict verify(List<String> journal, String... options)
      throws IOException, InterruptedException {
    Path file = Files.write(stack.stack().layout().home().resolve("journal.ndjson"), journal);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                stack.stack().layout().classPath(),
                "dev.drawdown.stack.Main",
                "verify",
                file.toString()));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Verdict(process.waitFor(), output);
  }
}
