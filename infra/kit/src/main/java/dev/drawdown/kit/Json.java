package dev.drawdown.kit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * JSON as Drawdown speaks it: decimals are written as plain strings and read from the digits of a
 * string or a number, times are RFC 3339 in UTC, absent fields are left out.
 */
public final class Json {
  /** For everything that is not a request or an answer of HTTP. */
  public static final ObjectMapper MAPPER = configure(new ObjectMapper());

  private Json() {}

  /** Applies the conventions to a mapper, such as the one of the HTTP layer. */
  public static ObjectMapper configure(ObjectMapper mapper) {
    SimpleModule module = new SimpleModule("drawdown");
    module.addSerializer(new DecimalWriter());
    module.addDeserializer(BigDecimal.class, new DecimalReader());
    module.addSerializer(new InstantWriter());
    module.addDeserializer(Instant.class, new InstantReader());
    module.addDeserializer(String.class, new TextReader());
    return mapper
        .registerModule(module)
        .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
        .setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true);
  }

  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static <T> T read(byte[] bytes, Class<T> type) {
    try {
      return MAPPER.readValue(bytes, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static <T> T read(String text, Class<T> type) {
    return read(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), type);
  }

  public static String text(Object value) {
    return new String(bytes(value), java.nio.charset.StandardCharsets.UTF_8);
  }

  private static final class DecimalWriter extends StdSerializer<BigDecimal> {
    private static final long serialVersionUID = 1L;

    DecimalWriter() {
      super(BigDecimal.class);
    }

    @Override
    public void serialize(BigDecimal value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.toPlainString());
    }
  }

  /** Bounded, so that no short text expands to a huge number. */
  private static final class DecimalReader extends JsonDeserializer<BigDecimal> {
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");

    @Override
    public BigDecimal deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      String text = json.getText();
      if (!json.currentToken().isScalarValue() || !PLAIN.matcher(text).matches()) {
        throw context.weirdStringException(text, BigDecimal.class, "must be a plain decimal");
      }
      return new BigDecimal(text);
    }
  }

  private static final class InstantWriter extends StdSerializer<Instant> {
    private static final long serialVersionUID = 1L;

    InstantWriter() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(DateTimeFormatter.ISO_INSTANT.format(value));
    }
  }

  private static final class InstantReader extends JsonDeserializer<Instant> {
    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      try {
        return Instant.parse(json.getText());
      } catch (DateTimeException e) {
        throw context.weirdStringException(json.getText(), Instant.class, e.getMessage());
      }
    }
  }

  /** Takes texts and numbers (kept digit for digit), and refuses booleans and structures. */
  private static final class TextReader extends JsonDeserializer<String> {
    @Override
    public String deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return switch (json.currentToken()) {
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getText();
        default ->
            throw context.weirdStringException(
                json.getText(), String.class, "must be a text or a number");
      };
    }
  }
}
