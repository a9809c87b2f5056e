package dev.drawdown.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/** The local stack's own issuer of tokens; production configures an OIDC issuer instead. */
public final class Tokens {
  public static final String ISSUER = "https://drawdown.local";
  private static final List<String> ROLES = List.of("operator", "cluster", "customer");
  private static final float VALID_MINUTES = 60f * 24 * 365;

  private final Path privateKey;
  private final Path publicKey;

  public Tokens(Layout layout) {
    this.privateKey = layout.keys().resolve("private.pem");
    this.publicKey = layout.keys().resolve("public.pem");
  }

  public Path publicKey() {
    return publicKey;
  }

  /** Makes the key pair unless there is one. */
  public void ensureKeys() {
    if (Files.exists(privateKey) && Files.exists(publicKey)) {
      return;
    }
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      KeyPair pair = generator.generateKeyPair();
      Files.createDirectories(privateKey.getParent());
      Files.writeString(publicKey, pem("PUBLIC KEY", pair.getPublic().getEncoded()));
      Files.deleteIfExists(privateKey);
      Files.createFile(
          privateKey,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(privateKey, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new StackException("cannot make a key pair: " + e.getMessage());
    }
  }

  /** A signed token, valid for a year of real time; a customer's names its account. */
  public String issue(String role, String account) {
    if (!ROLES.contains(role)) {
      throw new StackException("--role must be one of " + String.join(", ", ROLES));
    }
    if (role.equals("customer") && account == null) {
      throw new StackException("a customer's token needs --account");
    }
    ensureKeys();
    JwtClaims claims = new JwtClaims();
    claims.setIssuer(ISSUER);
    claims.setSubject(account == null ? role : account);
    claims.setStringClaim("upn", account == null ? role : account);
    claims.setStringListClaim("groups", List.of(role));
    claims.setIssuedAtToNow();
    claims.setExpirationTimeMinutesInTheFuture(VALID_MINUTES);
    claims.setGeneratedJwtId();
    if (account != null) {
      claims.setStringClaim("account", account);
    }
    JsonWebSignature signature = new JsonWebSignature();
    signature.setPayload(claims.toJson());
    signature.setHeader("typ", "JWT");
    signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
    signature.setKey(readPrivateKey());
    try {
      return signature.getCompactSerialization();
    } catch (JoseException e) {
      throw new StackException("cannot sign a token: " + e.getMessage());
    }
  }

  private PrivateKey readPrivateKey() {
    try {
      String body = Files.readString(privateKey).replaceAll("-----[A-Z ]+-----|\\s", "");
      byte[] der = Base64.getDecoder().decode(body);
      return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (IOException | GeneralSecurityException e) {
      throw new StackException("cannot read " + privateKey + ": " + e.getMessage());
    }
  }

  private static String pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, body);
  }
}
