package dev.drawdown.stack.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.drawdown.stack.Api;
import dev.drawdown.stack.StackException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An ops team's end of a webhook: verifies each signature before it believes a word. */
final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, JsonNode> verified = new ConcurrentHashMap<>();
  private final List<String> forged = new CopyOnWriteArrayList<>();
  private volatile byte[] key;

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/hook", this::take);
      server.start();
    } catch (IOException e) {
      throw new StackException("cannot listen for webhooks: " + e.getMessage());
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  void trust(String secret) {
    key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
  }

  /** Messages whose signature was right, by their id. */
  Map<String, JsonNode> verified() {
    return Map.copyOf(verified);
  }

  /** Ids of messages whose signature was wrong. */
  List<String> forged() {
    return List.copyOf(forged);
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    boolean right = matches(exchange, id, body);
    if (right) {
      verified.put(id, Api.JSON.readTree(body));
    } else {
      forged.add(String.valueOf(id));
    }
    exchange.sendResponseHeaders(right ? 204 : 401, -1);
    exchange.close();
  }

  private boolean matches(HttpExchange exchange, String id, byte[] body) {
    String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
    String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
    if (key == null || timestamp == null || signatures == null) {
      return false;
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      byte[] ought =
          ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)))
              .getBytes(StandardCharsets.UTF_8);
      for (String signature : signatures.split(" ")) {
        if (MessageDigest.isEqual(ought, signature.getBytes(StandardCharsets.UTF_8))) {
          return true;
        }
      }
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
