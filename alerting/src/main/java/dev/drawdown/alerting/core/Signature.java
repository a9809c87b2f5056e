package dev.drawdown.alerting.core;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures of the Standard Webhooks specification, over the very bytes that are sent. */
public final class Signature {
  public static final String SECRET_PREFIX = "whsec_";
  private static final String HMAC = "HmacSHA256";

  private Signature() {}

  /**
   * The value of {@code webhook-signature}: one signature for each secret, blank-separated.
   *
   * @param secrets base64 behind {@code whsec_}; two of them while one replaces the other
   * @param timestamp seconds since 1970, of the attempt
   */
  public static String of(List<String> secrets, String id, long timestamp, byte[] body) {
    return secrets.stream()
        .map(secret -> "v1," + sign(key(secret), id, timestamp, body))
        .collect(Collectors.joining(" "));
  }

  private static byte[] key(String secret) {
    if (!secret.startsWith(SECRET_PREFIX)) {
      throw new IllegalArgumentException("a secret begins with " + SECRET_PREFIX);
    }
    return Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
  }

  private static String sign(byte[] key, String id, long timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
  }
}
