package dev.drawdown.ingest.component;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.drawdown.testkit.RealParts;
import dev.drawdown.testkit.RealPartsResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The door alone, on real Kafka, while the ledger is away. */
@QuarkusTest
@QuarkusTestResource(RealPartsResource.class)
class IngestIT {
  private static RequestSpecification cluster(String type) {
    EncoderConfig encoder =
        EncoderConfig.encoderConfig()
            .encodeContentTypeAs("application/cloudevents+json", ContentType.TEXT)
            .encodeContentTypeAs("application/cloudevents-batch+json", ContentType.TEXT);
    return given()
        .config(RestAssured.config().encoderConfig(encoder))
        .auth()
        .oauth2(RealParts.get().tokens().issue("cluster", null))
        .contentType(type);
  }

  private static String event(String quantity) {
    return """
    {"specversion":"1.0","id":"e1","source":"it","type":"dev.drawdown.usage.v1",
     "subject":"it-away","time":"%s","data":{"sku":"a100","quantity":%s}}
    """
        .formatted(Instant.now(), quantity);
  }

  @Test
  void whileTheLedgerIsAwayEventsAreAccepted() {
    cluster("application/cloudevents+json")
        .body(event("1.5"))
        .post("/v1/events")
        .then()
        .statusCode(202)
        .body("accepted", equalTo(1))
        .body("rejected", hasSize(0));
  }

  @Test
  void binaryModeTakesAttributesFromHeaders() {
    cluster("application/json")
        .header("ce-specversion", "1.0")
        .header("ce-id", "caf%C3%A9")
        .header("ce-source", "it")
        .header("ce-type", "dev.drawdown.usage.v1")
        .header("ce-subject", "it-away")
        .header("ce-time", Instant.now().toString())
        .body("{\"sku\":\"a100\",\"quantity\":1}")
        .post("/v1/events")
        .then()
        .statusCode(202);
  }

  @Test
  void aBatchNamesItsBadItems() {
    cluster("application/cloudevents-batch+json")
        .body("[" + event("1") + "," + event("-1") + ",7]")
        .post("/v1/events")
        .then()
        .statusCode(202)
        .body("accepted", equalTo(1))
        .body("rejected[0].index", equalTo(1))
        .body("rejected[0].errors[0].field", equalTo("data.quantity"))
        .body("rejected[1].index", equalTo(2));
  }

  @Test
  void whatCannotBeReadIsAProblem() {
    cluster("application/cloudevents+json").body("{").post("/v1/events").then().statusCode(400);
    cluster("application/cloudevents+json")
        .body(event("1e3"))
        .post("/v1/events")
        .then()
        .statusCode(422)
        .contentType("application/problem+json")
        .body("errors[0].field", equalTo("data.quantity"));
    given()
        .contentType("application/cloudevents+json")
        .body("x".getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .post("/v1/events")
        .then()
        .statusCode(401);
  }
}
