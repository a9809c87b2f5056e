package dev.drawdown.kit.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drawdown.kit.Json;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/** Gives requests and answers the same JSON conventions as everything else. */
@Singleton
public class JsonCustomizer implements ObjectMapperCustomizer {
  @Override
  public void customize(ObjectMapper mapper) {
    Json.configure(mapper);
  }
}
