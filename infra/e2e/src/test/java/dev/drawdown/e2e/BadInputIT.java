package dev.drawdown.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drawdown.stack.Api;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * Bad, repeated and strange input over HTTP and Kafka: answered or quarantined, never in the way.
 */
class BadInputIT {
  private static final String AT = "2026-05-10T00:00:00Z";
  private final RunningStack stack = RunningStack.get();

  private void awaitHours(String account, String hours) {
    String url = stack.ledger("/v1/accounts/" + account + "/usage");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertEquals(
                    hours,
                    stack.operator().get(url).body().path("items").path(0).path("hours").asText()));
  }

  private void send(String topic, String account, List<byte[]> values) throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", stack.stack().settings().bootstrap(), "acks", "all");
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      for (byte[] value : values) {
        producer.send(new ProducerRecord<>(topic, account, value)).get(10, TimeUnit.SECONDS);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] json(Object value) throws Exception {
    return Api.JSON.writeValueAsBytes(value);
  }

  @Test
  void goodItemsOfABatchAreNotHeldBackByBadOnes() {
    stack.account("batch");
    Map<String, Object> known = Events.amount("batch", "p", "gpu", "2.0", AT);
    stack.publish(List.of(known));
    List<Object> batch =
        new ArrayList<>(
            List.of(
                known,
                Events.amount("batch", "n1", "gpu", "1.25", AT),
                Events.amount("batch", "bad", "gpu", "-5", AT),
                Events.amount("batch", "n2", "gpu", "0.75", AT),
                Events.amount("batch", "n1", "gpu", "1.250", AT)));
    Api.Answer answer = stack.publish(batch);
    assertEquals(202, answer.status());
    assertEquals(4, answer.body().path("accepted").asInt());
    assertEquals(2, answer.body().path("rejected").path(0).path("index").asInt());
    awaitHours("batch", "4.000000");
    batch.remove(2);
    assertEquals(4, stack.publish(batch).body().path("accepted").asInt());
    String receipt = stack.ledger("/v1/receipts?account=batch&source=test&id=n1");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> stack.operator().get(receipt).body().path("duplicates").asInt() == 3);
    awaitHours("batch", "4.000000");
  }

  @Test
  void sameIdentityWithOtherContentIsAConflictWithoutEffect() {
    stack.account("conflict");
    stack.publish(List.of(Events.amount("conflict", "e", "gpu", "2", AT)));
    stack.publish(List.of(Events.amount("conflict", "e", "gpu", "3", AT)));
    String receipt = stack.ledger("/v1/receipts?account=conflict&source=test&id=e");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> stack.operator().get(receipt).body().path("conflicts").size() == 1);
    awaitHours("conflict", "2.000000");
    await().atMost(Duration.ofSeconds(20)).until(() -> quarantined("conflict").size() == 1);
    assertEquals("conflict", quarantined("conflict").getFirst().path("reason").asText());
  }

  @Test
  void anUnknownAccountIsRefused() {
    Api.Answer answer = stack.publish(List.of(Events.amount("nobody", "e", "gpu", "1", AT)));
    assertEquals(422, answer.status());
    assertEquals("subject", answer.body().path("errors").path(0).path("field").asText());
  }

  @Test
  void badBodiesAreAnsweredWithTheRightStatus() {
    String url = stack.ingest("/v1/events");
    assertEquals(415, stack.operator().post(url, "text/plain", "x").status());
    assertEquals(415, stack.operator().post(url, "application/json", Map.of()).status());
    assertEquals(
        400, stack.operator().post(url, "application/cloudevents-batch+json", Map.of()).status());
    assertEquals(202, stack.publish(List.of()).status());
    Map<String, Object> large = Events.amount("batch", "large", "gpu", "1", AT);
    large.put("pad", "x".repeat(1_500_000));
    assertEquals(422, stack.publish(List.of(large)).status());
    large.put("pad", "x".repeat(11_000_000));
    assertEquals(413, stack.publish(List.of(large)).status());
    List<Object> many = new ArrayList<>();
    for (int i = 0; i <= 10_000; i++) {
      many.add(Map.of());
    }
    assertEquals(413, stack.publish(many).status());
  }

  @Test
  void poisonOnKafkaGoesToQuarantineAndTheConsumerGoesOn() throws Exception {
    stack.account("poison");
    Map<String, Object> nul = Events.amount("poison", "ev\u0000-1", "gpu", "1", AT);
    Map<String, Object> newer = Events.amount("poison", "n", "gpu", "1", AT);
    newer.put("type", "dev.drawdown.usage.v9");
    Map<String, Object> noId = Events.amount("poison", "x", "gpu", "1", AT);
    noId.remove("id");
    Map<String, Object> more = Events.amount("poison", "more", "gpu", "0.5", AT);
    more.put("future", Map.of("nested", List.of(1, 2)));
    List<byte[]> values = new ArrayList<>();
    values.add(json(Events.amount("poison", "g1", "gpu", "1", AT)));
    values.add(bytes("{not json"));
    values.add(null);
    values.add(json(noId));
    values.add(json(more));
    values.add(json(newer));
    values.add(json(nul));
    values.add(json(Events.amount("poison", "g2", "gpu", "2", AT)));
    send("drawdown.usage.raw.v1", "poison", values);
    awaitHours("poison", "3.500000");
    await().atMost(Duration.ofSeconds(20)).until(() -> quarantined("poison").size() == 5);
    JsonNode first = quarantined("poison").getFirst();
    assertEquals("{not json", first.path("value").asText());
    assertEquals(
        "{not json",
        new String(
            Base64.getDecoder().decode(first.path("valueBase64").asText()),
            StandardCharsets.UTF_8));
    assertEquals("drawdown.usage.raw.v1", first.path("topic").asText());
  }

  @Test
  void poisonOnTheCheckedTopicDoesNotStopTheLedger() throws Exception {
    stack.account("checked");
    List<byte[]> values = new ArrayList<>();
    values.add(bytes("{not json"));
    values.add(null);
    values.add(json(Map.of("subject", "checked")));
    values.add(json(Events.amount("checked", "g", "gpu", "1", AT)));
    values.add(json(Events.amount("stranger", "g", "gpu", "1", AT)));
    send("drawdown.usage.v1", "checked", values);
    awaitHours("checked", "1.000000");
    await().atMost(Duration.ofSeconds(20)).until(() -> quarantined("checked").size() == 4);
  }

  @Test
  void aDuplicateDoesNotPoisonWhatFollows() {
    stack.account("herd");
    List<Object> events = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      events.add(Events.amount("herd", "d", "gpu", "8.0", AT));
      events.add(Events.amount("herd", "n" + i, "gpu", "0.1", AT));
    }
    events.parallelStream().forEach(e -> stack.publish(List.of(e)).orFail("publishing"));
    awaitHours("herd", "13.000000");
  }

  @Test
  void managedThingsRefuseWhatIsNotValid() {
    stack.account("managed");
    String account = stack.ledger("/v1/accounts/managed");
    assertEquals(400, stack.operator().put(account, Map.of("name", "x")).status());
    assertEquals(
        400, stack.operator().put(account, Map.of("name", "x", "currency", "XXY")).status());
    String commitment = stack.ledger("/v1/commitments/managed-1");
    Map<String, Object> body =
        Map.of(
            "account",
            "managed",
            "kind",
            "CAPACITY",
            "gpus",
            "1",
            "skus",
            List.of(Map.of("sku", "gpu")),
            "start",
            "2026-01-01T00:00:00Z",
            "term",
            "P1Y");
    assertEquals(201, stack.operator().put(commitment, body).status());
    assertEquals(200, stack.operator().put(commitment, body).status());
    Map<String, Object> other = new java.util.HashMap<>(body);
    other.put("gpus", "2");
    assertEquals(409, stack.operator().put(commitment, other).status());
    other.put("account", "nobody");
    assertEquals(422, stack.operator().put(stack.ledger("/v1/commitments/x"), other).status());
    assertEquals(400, stack.operator().get(account + "/postings?limit=0").status());
    assertEquals(400, stack.operator().get(account + "/postings?after=rubbish").status());
    assertEquals(404, stack.operator().get(stack.ledger("/v1/accounts/nobody")).status());
  }

  @Test
  void controlCharactersAndNullsInRequestsAreBadRequests() {
    assertEquals(400, stack.operator().get(stack.ledger("/v1/accounts/%00")).status());
    assertEquals(400, stack.operator().get(stack.alerting("/v1/alerts?account=%00")).status());
    Map<String, Object> skus = new java.util.HashMap<>();
    skus.put("skus", java.util.Collections.singletonList(null));
    assertEquals(400, stack.operator().put(stack.ledger("/v1/commitments/n"), skus).status());
  }

  @Test
  void aBurstOfPoisonDoesNotStopTheDoor() throws Exception {
    stack.account("burst");
    List<byte[]> values = new ArrayList<>(java.util.Collections.nCopies(3_000, bytes("{")));
    values.add(new byte[] {0, 0, (byte) 0xff, (byte) 0xfe});
    values.add(json(Events.amount("burst", "g", "gpu", "1", AT)));
    send("drawdown.usage.raw.v1", "burst", values);
    awaitHours("burst", "1.000000");
  }

  @Test
  void alertingRefusesWhatIsNotValid() {
    stack.account("managed");
    assertEquals(
        400,
        stack
            .operator()
            .put(
                stack.alerting("/v1/budgets/zero"),
                Map.of("account", "managed", "metric", "COST", "amount", "0"))
            .status());
    assertEquals(
        422,
        stack
            .operator()
            .put(
                stack.alerting("/v1/webhooks/inside"),
                Map.of("url", "http://10.0.0.1/", "events", List.of("budget.threshold")))
            .status());
  }

  private List<JsonNode> quarantined(String key) {
    List<JsonNode> found = new ArrayList<>();
    String after = "";
    do {
      JsonNode page =
          stack
              .operator()
              .get(stack.ledger("/v1/quarantine?limit=1000" + after))
              .orFail("quarantine");
      for (JsonNode item : page.path("items")) {
        if (item.path("account").asText().equals(key)) {
          found.add(item);
        }
      }
      after = page.has("next") ? "&after=" + page.path("next").asText() : null;
    } while (after != null);
    return found;
  }
}
