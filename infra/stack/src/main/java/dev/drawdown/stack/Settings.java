package dev.drawdown.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.Map;

/** The ports of a stack, each with the environment variable that moves it. */
public final class Settings {
  /** Something that listens. */
  public enum Port {
    INGEST(8081),
    LEDGER(8082),
    BILLING(8083),
    ALERTING(8084),
    KAFKA(29092),
    KAFKA_CONTROLLER(29093),
    POSTGRES(25432),
    CONNECT(28083);

    private final int byDefault;

    Port(int byDefault) {
      this.byDefault = byDefault;
    }

    public String variable() {
      return "DRAWDOWN_" + name() + "_PORT";
    }
  }

  private final Map<Port, Integer> ports = new EnumMap<>(Port.class);
  private final String webhookAllow;

  private Settings(String webhookAllow) {
    this.webhookAllow = webhookAllow;
  }

  /** The defaults, moved by the environment. */
  public static Settings of(Map<String, String> environment) {
    Settings settings = new Settings(environment.getOrDefault("DRAWDOWN_WEBHOOK_ALLOW", ""));
    for (Port port : Port.values()) {
      String moved = environment.get(port.variable());
      settings.ports.put(port, moved == null ? port.byDefault : number(port, moved));
    }
    return settings;
  }

  /** Ports that are free now, for a test. */
  public static Settings free(String webhookAllow) {
    Settings settings = new Settings(webhookAllow);
    for (Port port : Port.values()) {
      settings.ports.put(port, freePort());
    }
    return settings;
  }

  public Settings allowingWebhooksTo(String addresses) {
    Settings settings = new Settings(addresses);
    settings.ports.putAll(ports);
    return settings;
  }

  public int port(Port port) {
    return ports.get(port);
  }

  public String url(Port port) {
    return "http://127.0.0.1:" + port(port);
  }

  public String bootstrap() {
    return "127.0.0.1:" + port(Port.KAFKA);
  }

  /** Addresses inside that webhooks may reach, comma-separated. */
  public String webhookAllow() {
    return webhookAllow;
  }

  /** Fails with the setting to change when something else listens on a port. */
  public void requireFree(Port port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(port)));
    } catch (IOException e) {
      throw new StackException(
          "port %d is taken; set %s to a free port".formatted(port(port), port.variable()));
    }
  }

  /** Whether something listens on a port of this machine. */
  static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int number(Port port, String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0 && number < 65536) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, together with numbers that are no ports
    }
    throw new StackException(port.variable() + " must be a port number, not '" + text + "'");
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new StackException("no free port: " + e.getMessage());
    }
  }
}
