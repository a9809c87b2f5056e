package dev.drawdown.ledger.component;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.drawdown.testkit.RealParts;
import dev.drawdown.testkit.RealPartsResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** The ledger alone, on real Kafka and PostgreSQL. */
@QuarkusTest
@QuarkusTestResource(RealPartsResource.class)
class LedgerIT {
  private static final Instant NOW = Instant.now();

  private static RequestSpecification operator() {
    return given()
        .auth()
        .oauth2(RealParts.get().tokens().issue("operator", null))
        .contentType(ContentType.JSON);
  }

  private static void account(String id) {
    operator()
        .body(Map.of("name", id, "currency", "USD", "timeZone", "Asia/Kolkata"))
        .put("/v1/accounts/" + id)
        .then()
        .statusCode(201);
  }

  private static void publish(String account, String id, String data) throws Exception {
    String event =
        """
        {"specversion":"1.0","id":"%s","source":"it","type":"dev.drawdown.usage.v1",
         "subject":"%s","time":"%s","data":%s}
        """
            .formatted(id, account, NOW, data);
    Map<String, Object> settings = Map.of("bootstrap.servers", RealParts.get().bootstrap());
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  "drawdown.usage.v1", account, event.getBytes(StandardCharsets.UTF_8)))
          .get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void anEventIsBookedOnceWithItsPostingAndOutboxRow() throws Exception {
    account("it-once");
    publish("it-once", "e1", "{\"sku\":\"a100\",\"quantity\":\"2.0\"}");
    publish("it-once", "e1", "{\"sku\":\"a100\",\"quantity\":\"2.00\"}");
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                operator()
                    .get("/v1/receipts?account=it-once&source=it&id=e1")
                    .then()
                    .statusCode(200)
                    .body("status", equalTo("BOOKED"))
                    .body("duplicates", equalTo(1)));
    operator()
        .get("/v1/accounts/it-once/postings")
        .then()
        .body("items", hasSize(1))
        .body("items[0].kind", equalTo("ON_DEMAND"))
        .body("items[0].unitSeconds", equalTo("7200"));
    operator().get("/v1/reconciliation?account=it-once").then().body("balanced", equalTo(true));
  }

  @Test
  void anAccountsZoneIsFixedOnceSomethingIsCommitted() {
    account("it-zone");
    operator()
        .body(
            """
            {"account":"it-zone","kind":"POOL","skus":[{"sku":"a100"}],"hours":10,
             "start":"2026-01-01T00:00:00Z","term":"P1M"}
            """)
        .put("/v1/commitments/it-zone-1")
        .then()
        .statusCode(201)
        .body("end", notNullValue());
    operator()
        .body(Map.of("name", "x", "currency", "USD", "timeZone", "UTC"))
        .put("/v1/accounts/it-zone")
        .then()
        .statusCode(409)
        .contentType("application/problem+json");
  }

  @Test
  void whatIsMissingIsAProblemAndTokensAreNeeded() {
    operator().get("/v1/accounts/it-none").then().statusCode(404);
    operator().get("/v1/nothing").then().statusCode(404);
    given().get("/v1/accounts/it-none").then().statusCode(401);
    operator()
        .body("{not json")
        .put("/v1/accounts/it-bad")
        .then()
        .statusCode(400)
        .contentType("application/problem+json");
  }

  @Test
  void aQuarantinedEventIsBookedWhenItsCauseIsGoneAndItIsReplayed() throws Exception {
    publish("it-later", "e1", "{\"sku\":\"a100\",\"quantity\":\"3\"}");
    String[] id = new String[1];
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              id[0] =
                  operator()
                      .get("/v1/quarantine?limit=1000")
                      .jsonPath()
                      .getString("items.find { it.account == 'it-later' }.id");
              assertNotNull(id[0]);
            });
    operator()
        .get("/v1/receipts?account=it-later&source=it&id=e1")
        .then()
        .statusCode(404); // the account is unknown, and so is what it did
    account("it-later");
    operator()
        .post("/v1/quarantine/" + id[0] + "/replay")
        .then()
        .statusCode(200)
        .body("replayedAt", notNullValue());
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                operator()
                    .get("/v1/receipts?account=it-later&source=it&id=e1")
                    .then()
                    .statusCode(200)
                    .body("status", equalTo("BOOKED"))
                    .body("hours", equalTo("3.000000"))
                    .body("slices[0].postings", equalTo(List.of(1))));
    operator().post("/v1/quarantine/no/0/1/replay").then().statusCode(404);
  }

  @Test
  void headroomAndExplanationSayWhatTheCommitmentsDo() throws Exception {
    account("it-room");
    operator()
        .body(
            """
            {"account":"it-room","kind":"POOL","skus":[{"sku":"a100"}],"hours":10,
             "start":"2026-01-01T00:00:00Z","term":"P9Y"}
            """)
        .put("/v1/commitments/it-room-1")
        .then()
        .statusCode(201);
    publish("it-room", "e1", "{\"sku\":\"a100\",\"quantity\":\"12\",\"resource\":\"pod/1\"}");
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                operator()
                    .get("/v1/accounts/it-room/explain?at=" + NOW)
                    .then()
                    .statusCode(200)
                    .body("items[0].usage[0].hours", equalTo("12.000000"))
                    .body("items[0].usage[0].turns[0].commitment", equalTo("it-room-1"))
                    .body("items[0].usage[0].turns[0].leftBefore", equalTo("10.000000"))
                    .body("items[0].usage[0].turns[0].covered", equalTo("10.000000"))
                    .body("items[0].usage[0].overage", equalTo("2.000000"))
                    .body("items[0].usage[0].events[0].resource", equalTo("pod/1")));
    operator()
        .get("/v1/accounts/it-room/headroom?sku=a100&gpus=1")
        .then()
        .statusCode(200)
        .body("gpus", equalTo("0.000000"))
        .body("asked.fits", equalTo(false));
    operator().get("/v1/accounts/it-room/headroom").then().statusCode(400);
    operator().get("/v1/accounts/it-room/headroom?sku=a100&gpus=-1").then().statusCode(400);
    operator().get("/v1/accounts/it-room/explain?at=noon").then().statusCode(400);
    operator().get("/v1/accounts/it-none/explain?at=" + NOW).then().statusCode(404);
    operator().get("/v1/reconciliation").then().body("balanced", equalTo(true));
  }
}
