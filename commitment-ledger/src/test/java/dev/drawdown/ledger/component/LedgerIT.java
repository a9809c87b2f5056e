package dev.drawdown.ledger.component;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;

import dev.drawdown.testkit.RealParts;
import dev.drawdown.testkit.RealPartsResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
}
