package dev.drawdown.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Checks an exported journal without the ledger: that no posting was changed, left out, slipped in
 * or moved, by computing the chain of hashes anew. It shares no code with the ledger on purpose.
 */
@Command(
    name = "verify",
    description = {
      "Checks an exported journal offline: every posting's hash covers it and the one before.",
      "Export: curl -H \"Authorization: Bearer $OPERATOR_TOKEN\""
          + " $LEDGER_URL/v1/accounts/ACCOUNT/journal > FILE"
    })
final class VerifyCommand implements Callable<Integer> {
  private static final String START = "0".repeat(64);

  @Parameters(index = "0", paramLabel = "FILE", description = "a journal, one posting a line")
  private Path file;

  @Option(
      names = "--head",
      description = "the hash that the last posting must have, noted elsewhere and earlier")
  private String head;

  private String account;
  private String hash = START;
  private long sequence;
  private final Map<String, BigDecimal> sums = new TreeMap<>();

  @Override
  public Integer call() {
    try (MappingIterator<JsonNode> postings =
        Api.JSON.readerFor(JsonNode.class).readValues(file.toFile())) {
      while (postings.hasNextValue()) {
        String wrong = add(postings.nextValue());
        if (wrong != null) {
          System.out.printf("BROKEN at posting %d: %s%n", sequence + 1, wrong);
          return 1;
        }
      }
    } catch (IOException e) {
      throw new StackException("cannot read " + file + ": " + e.getMessage());
    }
    return report();
  }

  private int report() {
    if (head != null && !head.equals(hash)) {
      System.out.printf("BROKEN: the journal ends with %s and not with %s%n", hash, head);
      return 1;
    }
    System.out.printf("%s: %,d postings, the chain is whole%n", account, sequence);
    sums.forEach(
        (kind, seconds) ->
            System.out.printf("  %-10s %s unit-seconds%n", kind, seconds.toPlainString()));
    System.out.println("  last hash  " + hash);
    return 0;
  }

  /** Takes the next posting in; answers what is wrong with it, or null. */
  private String add(JsonNode posting) {
    if (account == null) {
      account = posting.path("account").asText();
    }
    if (!posting.path("account").asText().equals(account)) {
      return "it belongs to " + posting.path("account").asText() + ", not " + account;
    }
    if (posting.path("sequence").asLong() != sequence + 1) {
      return "its sequence is " + posting.path("sequence").asText();
    }
    String ought;
    try {
      ought = next(posting);
    } catch (DateTimeException | ArithmeticException e) {
      return "it cannot be read: " + e.getMessage();
    }
    if (!ought.equals(posting.path("hash").asText())) {
      return "its hash is " + posting.path("hash").asText() + " and ought to be " + ought;
    }
    hash = ought;
    sequence++;
    sums.merge(
        posting.path("kind").asText(),
        new BigDecimal(posting.path("unitSeconds").asText()),
        BigDecimal::add);
    return null;
  }

  private String next(JsonNode p) {
    String text =
        String.join(
            "\n",
            hash,
            account,
            p.path("sequence").asText(),
            micros(p.path("bookedAt")),
            micros(p.path("start")),
            micros(p.path("end")),
            micros(p.path("windowStart")),
            p.path("usageClass").asText(),
            p.path("sku").asText(),
            p.path("region").asText(),
            p.path("kind").asText(),
            p.path("commitment").asText(),
            p.path("unitSeconds").asText(),
            p.path("units").asText());
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String micros(JsonNode time) {
    if (time.isMissingNode()) {
      return "";
    }
    Instant instant = Instant.parse(time.asText());
    return Long.toString(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000);
  }
}
