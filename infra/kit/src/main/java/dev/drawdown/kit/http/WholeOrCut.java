package dev.drawdown.kit.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * An answer that is written while it is made. When making it fails on the way the connection is
 * cut, so that nobody takes a part for the whole.
 */
public final class WholeOrCut {
  /** Whoever writes may close this; the answer ends only when it is whole. */
  private static final class LeftOpen extends FilterOutputStream {
    LeftOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  private WholeOrCut() {}

  public static StreamingOutput of(RoutingContext routing, StreamingOutput content) {
    return out -> {
      boolean whole = false;
      try {
        content.write(new LeftOpen(out));
        whole = true;
      } finally {
        if (!whole) {
          routing.request().connection().close();
        }
      }
    };
  }
}
