package dev.drawdown.alerting.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignatureTest {
  @Test
  void thePublishedVectorOfStandardWebhooks() {
    String body = "{\"test\": 2432232314}";
    assertEquals(
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        Signature.of(
            List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1614265330,
            body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void bothSecretsSignWhileOneReplacesTheOther() {
    String signatures =
        Signature.of(
            List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA"), "m", 1, new byte[0]);
    assertEquals(2, signatures.split(" ").length);
  }
}
