package dev.drawdown.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.drawdown.contracts.Topics;
import dev.drawdown.stack.Layout;
import dev.drawdown.stack.Service;
import dev.drawdown.stack.Settings;
import dev.drawdown.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** docker-compose and the local stack are the same topology, from the same files. */
class ComposeTest {
  private static final Path ROOT = RunningStack.root();

  @TempDir private Path home;

  private static JsonNode compose() throws IOException {
    String text = Files.readString(ROOT.resolve("docker-compose.yml"));
    // SnakeYAML resolves anchors and merge keys, which Jackson's reader leaves as they are
    Object merged = new Yaml(new LoaderOptions()).load(text);
    return new YAMLMapper().valueToTree(merged);
  }

  @Test
  void servicesGetTheSameEnvironmentNames() throws IOException {
    Stack stack = new Stack(new Layout(ROOT, home), Settings.of(Map.of()), System.out);
    Set<String> local = new TreeSet<>(stack.environment(null).keySet());
    for (Service.Name name : Service.Name.values()) {
      JsonNode service = compose().path("services").path(name.module());
      Set<String> names = new TreeSet<>();
      service.path("environment").fieldNames().forEachRemaining(names::add);
      names.remove("DRAWDOWN_WEBHOOK_ALLOW"); // set locally only where there is something to allow
      assertEquals(local, names, name.module());
      assertEquals(name.module(), service.path("build").asText());
      assertTrue(Files.exists(ROOT.resolve(name.module()).resolve("Dockerfile")));
    }
  }

  @Test
  void databaseAndConnectAreSetUpByTheSameFiles() throws IOException {
    String postgres = compose().path("services").path("postgres").path("volumes").toString();
    assertTrue(postgres.contains("./infra/postgres/init.sql:"));
    assertTrue(postgres.contains("./infra/postgres/postgresql.conf:"));
    String connect = compose().path("services").path("connect").path("volumes").toString();
    assertTrue(connect.contains("./infra/connect/worker.properties:"));
    JsonNode connectors = compose().path("services").path("connectors");
    assertTrue(connectors.path("volumes").toString().contains("./infra/connect:"));
    try (var files = Files.list(ROOT.resolve("infra/connect"))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .forEach(
              name ->
                  assertTrue(
                      connectors.path("command").toString().contains(name.replace(".json", ""))));
    }
  }

  @Test
  void everyTopicIsCreated() throws IOException {
    String command = compose().path("services").path("topics").path("command").toString();
    Topics.ALL.forEach(topic -> assertTrue(command.contains(topic), topic));
  }

  @Test
  void imagesHaveTheVersionsOfTheArtifacts() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    JsonNode services = compose().path("services");
    String kafka = services.path("kafka").path("image").asText().replaceAll(".*:", "");
    assertTrue(pom.contains("<kafka.version>" + kafka + "<"), kafka);
    String postgres = services.path("postgres").path("image").asText().replaceAll(".*:", "");
    assertTrue(pom.contains("<postgres.binaries.version>" + postgres), postgres);
  }
}
