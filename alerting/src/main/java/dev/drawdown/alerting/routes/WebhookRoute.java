package dev.drawdown.alerting.routes;

import dev.drawdown.alerting.core.AddressGuard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The way out of the house: one signed POST, to a guarded address, without redirects. */
@ApplicationScoped
public class WebhookRoute extends RouteBuilder {
  private static final String DELIVER = "direct:deliver";
  private static final int MAX_CONNECTIONS = 256;
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  /** One attempt to deliver a message. */
  public record Attempt(String url, String id, long timestamp, String signature, byte[] body) {}

  /** How an attempt ended: the HTTP status, or 0 with the cause. Bodies are never kept. */
  public record Result(int status, String text) {}

  @Override
  public void configure() {
    from(DELIVER)
        .routeId("webhook")
        .to(
            "http://webhook?throwExceptionOnFailure=false&followRedirects=false"
                + "&skipResponseHeaders=true&ignoreResponseBody=true&useSystemProperties=false"
                + "&connectTimeout=5000&responseTimeout=15000&connectionRequestTimeout=5000"
                + "&clientConnectionManager=#guarded&clientConnectionManagerShared=true");
  }

  /** Sends attempts through the route. */
  @ApplicationScoped
  public static class Sender {
    private final ProducerTemplate template;

    Sender(ProducerTemplate template) {
      this.template = template;
    }

    /** Ends within the deadline whatever the receiver does, such as answering byte by byte. */
    public Result send(Attempt attempt) {
      CompletableFuture<Result> result = new CompletableFuture<>();
      Thread sending = Thread.ofVirtual().start(() -> result.complete(attempt(attempt)));
      try {
        return result.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        sending.interrupt();
        return new Result(0, "no answer within " + DEADLINE.toSeconds() + " s");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Result(0, "interrupted");
      } catch (ExecutionException e) {
        return new Result(0, cause(e.getCause()));
      }
    }

    private Result attempt(Attempt attempt) {
      Map<String, Object> headers =
          Map.of(
              Exchange.HTTP_URI,
              attempt.url(),
              Exchange.HTTP_METHOD,
              "POST",
              Exchange.CONTENT_TYPE,
              "application/json",
              "User-Agent",
              "drawdown-webhooks",
              "webhook-id",
              attempt.id(),
              "webhook-timestamp",
              Long.toString(attempt.timestamp()),
              "webhook-signature",
              attempt.signature());
      Exchange exchange =
          template.request(
              DELIVER,
              message -> {
                message.getIn().setHeaders(new java.util.HashMap<>(headers));
                message.getIn().setBody(attempt.body());
              });
      if (exchange.getException() != null) {
        return new Result(0, cause(exchange.getException()));
      }
      Integer status = exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
      return new Result(status == null ? 0 : status, "HTTP " + status);
    }

    private static String cause(Throwable fault) {
      return fault.getClass().getSimpleName() + ": " + fault.getMessage();
    }
  }

  /** Resolves names for connections, and fails for addresses that webhooks must not reach. */
  @ApplicationScoped
  public static class GuardedResolver implements DnsResolver {
    private final AddressGuard guard;

    GuardedResolver(@ConfigProperty(name = "drawdown.webhook-allow") String allow) {
      this.guard = AddressGuard.allowing(allow.equals("none") ? "" : allow);
    }

    /** Every address of the host; fails when any of them is inside. */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      InetAddress[] addresses = InetAddress.getAllByName(host);
      for (InetAddress address : addresses) {
        if (!guard.permits(address.getAddress())) {
          throw new UnknownHostException("the address of " + host + " is not allowed");
        }
      }
      return Arrays.copyOf(addresses, addresses.length);
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
      return resolve(host)[0].getCanonicalHostName();
    }
  }

  @Produces
  @Named("guarded")
  @ApplicationScoped
  HttpClientConnectionManager guarded(GuardedResolver resolver) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setDnsResolver(resolver)
        .setMaxConnTotal(MAX_CONNECTIONS)
        .setMaxConnPerRoute(MAX_CONNECTIONS / 8)
        .build();
  }
}
