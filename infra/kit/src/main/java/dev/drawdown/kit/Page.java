package dev.drawdown.kit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/** One page of a list; {@code next} is an opaque cursor, absent on the last page. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Page<T>(List<T> items, String next) {
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_LIMIT = 1_000;
  private static final int MAX_KEY = 1_000;

  /**
   * What a caller asked for.
   *
   * @param after the sort key of the last item seen, empty at the beginning
   */
  public record Request(String after, int limit) {
    /** How many rows to fetch to know whether another page follows. */
    public int fetch() {
      return limit + 1;
    }
  }

  /** Reads the query parameters {@code after} and {@code limit}. */
  public static Request request(Fields fields, String after, String limit) {
    String key = fields.optional("after", after, "", Page::decode);
    Integer size = fields.optional("limit", limit, DEFAULT_LIMIT, Page::limit);
    return new Request(key == null ? "" : key, size == null ? DEFAULT_LIMIT : size);
  }

  /**
   * Cuts rows fetched with {@link Request#fetch} to a page; the cursor holds the last one's key.
   */
  public static <T> Page<T> of(List<T> rows, Request request, Function<T, String> key) {
    if (rows.size() <= request.limit()) {
      return new Page<>(List.copyOf(rows), null);
    }
    List<T> items = List.copyOf(rows.subList(0, request.limit()));
    return new Page<>(items, encode(key.apply(items.getLast())));
  }

  /** The same page of other things. */
  public <R> Page<R> map(Function<T, R> change) {
    return new Page<>(items.stream().map(change).toList(), next);
  }

  private static int limit(String text) {
    if (!text.matches("[0-9]{1,9}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > MAX_LIMIT) {
      throw new InvalidValue("must be a whole number from 1 to 1000");
    }
    return Integer.parseInt(text);
  }

  private static String encode(String key) {
    byte[] bytes = ("1" + key).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String decode(String cursor) {
    try {
      String key = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (key.startsWith("1") && encode(key.substring(1)).equals(cursor)) {
        return Texts.upTo(MAX_KEY, key.substring(1));
      }
    } catch (IllegalArgumentException e) {
      // not base64: refused below like any other damaged cursor
    }
    throw new InvalidValue("is not a cursor of this list");
  }
}
