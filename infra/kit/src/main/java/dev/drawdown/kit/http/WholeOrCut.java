package dev.drawdown.kit.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.StreamingOutput;

/**
 * An answer that is written while it is made. When making it fails on the way the connection is
 * cut, so that nobody takes a part for the whole.
 */
public final class WholeOrCut {
  private WholeOrCut() {}

  public static StreamingOutput of(RoutingContext routing, StreamingOutput content) {
    return out -> {
      boolean whole = false;
      try {
        content.write(out);
        whole = true;
      } finally {
        if (!whole) {
          routing.request().connection().close();
        }
      }
    };
  }
}
