package dev.drawdown.stack.imports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import dev.drawdown.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads usage from a file into the pipeline, and says at the end what became of every row. */
public final class Importer {
  private static final int BATCH = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Map<String, Format> FORMATS =
      Map.of("alibaba-gpu-2023", new AlibabaGpu2023(), "csv", new UsageCsv());

  /** What became of the rows of a file. */
  public record Summary(
      int rows, int accepted, Map<String, Integer> nothing, List<Row.Bad> rejected) {}

  private final Api api;
  private final String ingestUrl;
  private final String ledgerUrl;
  private final PrintStream out;

  public Importer(Api api, String ingestUrl, String ledgerUrl, PrintStream out) {
    this.api = api;
    this.ingestUrl = ingestUrl;
    this.ledgerUrl = ledgerUrl;
    this.out = out;
  }

  public static Format format(String name) {
    Format format = FORMATS.get(name);
    if (format == null) {
      throw new StackException("--format must be one of " + new TreeMap<>(FORMATS).keySet());
    }
    return format;
  }

  /** Sends every row that is usage and returns when the ledger has booked the last of them. */
  public Summary run(Path file, Format format, Format.Settings settings) {
    List<Row> rows = read(file, format, settings);
    Map<String, Integer> nothing = new TreeMap<>();
    List<Row.Bad> rejected = new ArrayList<>();
    List<Row.Event> events = new ArrayList<>();
    for (Row row : rows) {
      switch (row) {
        case Row.Event event -> events.add(event);
        case Row.Nothing none -> nothing.merge(none.why(), 1, Integer::sum);
        case Row.Bad bad -> rejected.add(bad);
      }
    }
    Progress progress = new Progress(out, events.size());
    Row.Event last = null;
    for (int from = 0; from < events.size(); from += BATCH) {
      List<Row.Event> batch = events.subList(from, Math.min(from + BATCH, events.size()));
      List<Row.Bad> refused = send(batch);
      rejected.addAll(refused);
      last = lastAccepted(batch, refused, last);
      progress.show(from + batch.size());
    }
    if (last != null) {
      awaitBooked(last);
    }
    int refused = rejected.size() - (rows.size() - events.size() - sum(nothing));
    return new Summary(rows.size(), events.size() - refused, nothing, List.copyOf(rejected));
  }

  private static Row.Event lastAccepted(
      List<Row.Event> batch, List<Row.Bad> refused, Row.Event before) {
    Row.Event last = before;
    for (Row.Event event : batch) {
      if (refused.stream().noneMatch(bad -> bad.line() == event.line())) {
        last = event;
      }
    }
    return last;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static List<Row> read(Path file, Format format, Format.Settings settings) {
    CSVFormat csv = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    List<Row> rows = new ArrayList<>();
    try (CSVParser parser = csv.parse(Files.newBufferedReader(file, StandardCharsets.UTF_8))) {
      for (CSVRecord record : parser) {
        rows.add(format.read(record, parser.getCurrentLineNumber(), settings));
      }
      return rows;
    } catch (IOException | UncheckedIOException e) {
      throw new StackException("cannot read " + file + ": " + e.getMessage());
    }
  }

  private List<Row.Bad> send(List<Row.Event> batch) {
    List<Map<String, Object>> events = batch.stream().map(Row.Event::event).toList();
    JsonNode result = post(events);
    List<Row.Bad> refused = new ArrayList<>();
    for (JsonNode item : result.path("rejected")) {
      List<String> reasons = new ArrayList<>();
      item.path("errors")
          .forEach(e -> reasons.add(e.path("field").asText() + " " + e.path("message").asText()));
      refused.add(
          new Row.Bad(batch.get(item.path("index").asInt()).line(), String.join("; ", reasons)));
    }
    return refused;
  }

  /** Posts until the service answers; repeating a batch books nothing twice. */
  private JsonNode post(List<Map<String, Object>> events) {
    Instant limit = Instant.now().plus(PATIENCE);
    while (true) {
      try {
        Api.Answer answer =
            api.post(ingestUrl + "/v1/events", "application/cloudevents-batch+json", events);
        if (answer.status() == 202 || answer.status() == 422) {
          return answer.body();
        }
        if (answer.status() < 500) {
          throw new StackException("usage-ingest refused: " + answer.body());
        }
      } catch (UncheckedIOException e) {
        // not there; asked again below until the patience is over
      }
      if (Instant.now().isAfter(limit)) {
        throw new StackException("usage-ingest does not answer; is the stack up?");
      }
      LockSupport.parkNanos(500_000_000L);
    }
  }

  /** An account's events are booked in order, so the last one's receipt stands for all. */
  private void awaitBooked(Row.Event last) {
    Map<String, Object> event = last.event();
    String url =
        "%s/v1/receipts?account=%s&source=%s&id=%s"
            .formatted(
                ledgerUrl,
                encode(event.get("subject")),
                encode(event.get("source")),
                encode(event.get("id")));
    Instant limit = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(limit)) {
      try {
        if (api.get(url).status() == 200) {
          return;
        }
      } catch (UncheckedIOException e) {
        // the ledger is away; what was accepted is safe in Kafka, so waiting is all there is to do
      }
      LockSupport.parkNanos(200_000_000L);
    }
    out.println("Accepted, but the ledger has not booked all of it yet; see ./drawdown status.");
  }

  private static String encode(Object text) {
    return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8);
  }
}
