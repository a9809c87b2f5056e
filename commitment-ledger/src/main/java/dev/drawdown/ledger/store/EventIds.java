package dev.drawdown.ledger.store;

import dev.drawdown.ledger.core.Identity;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Event ids as the database keeps them: a UUID in its usual spelling as the byte 1 and its sixteen
 * bytes, any other id as its UTF-8 bytes. Ids hold no control characters, so none begins with 1.
 *
 * <p>Source: {@code event_id_bytes} of the migration V003, which does the same.
 */
final class EventIds {
  private static final byte UUID_FOLLOWS = 1;
  private static final int UUID_CHARS = 36;
  private static final int UUID_BYTES = 16;

  private EventIds() {}

  static Buffer bytes(Identity identity) {
    return bytes(identity.id());
  }

  static Buffer bytes(String id) {
    return isUuid(id) ? uuid(id) : Buffer.buffer(id.getBytes(StandardCharsets.UTF_8));
  }

  static String text(Row row, String column) {
    var kept = row.getBuffer(column);
    return kept == null ? null : text(kept.getBytes());
  }

  static String text(byte[] kept) {
    if (kept[0] != UUID_FOLLOWS) {
      return new String(kept, StandardCharsets.UTF_8);
    }
    ByteBuffer bytes = ByteBuffer.wrap(kept, 1, UUID_BYTES);
    return new UUID(bytes.getLong(), bytes.getLong()).toString();
  }

  /** Whether {@link UUID#toString} would write the id in the same way. */
  private static boolean isUuid(String id) {
    if (id.length() != UUID_CHARS) {
      return false;
    }
    for (int i = 0; i < UUID_CHARS; i++) {
      char c = id.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }

  private static Buffer uuid(String id) {
    byte[] bytes = new byte[1 + UUID_BYTES];
    bytes[0] = UUID_FOLLOWS;
    int at = 0;
    for (int i = 1; i <= UUID_BYTES; i++) {
      at += id.charAt(at) == '-' ? 1 : 0;
      int high = HexFormat.fromHexDigit(id.charAt(at));
      bytes[i] = (byte) (high << 4 | HexFormat.fromHexDigit(id.charAt(at + 1)));
      at += 2;
    }
    return Buffer.buffer(bytes);
  }
}
