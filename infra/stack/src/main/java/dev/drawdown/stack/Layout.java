package dev.drawdown.stack;

import java.nio.file.Path;

/**
 * Where things lie: the project and, inside it, the folder with everything a stack leaves behind.
 *
 * @param root the project's root
 * @param home data, logs, keys and process ids of one stack
 */
public record Layout(Path root, Path home) {
  /** The layout of the running command, told by the {@code drawdown} script. */
  public static Layout ofCommand() {
    Path root = Path.of(System.getProperty("drawdown.root", ".")).toAbsolutePath().normalize();
    String home = System.getenv("DRAWDOWN_HOME");
    return new Layout(root, home == null ? root.resolve(".drawdown") : Path.of(home));
  }

  public Path log(String part) {
    return home.resolve("logs").resolve(part + ".log");
  }

  public Path pid(String part) {
    return home.resolve("run").resolve(part + ".pid");
  }

  public Path data(String part) {
    return home.resolve("data").resolve(part);
  }

  public Path config(String file) {
    return home.resolve("config").resolve(file);
  }

  /** The class path of the stack's own programs, whatever started this one. */
  public String classPath() {
    return String.join(
        System.getProperty("path.separator"),
        infra("stack/target/classes").toString(),
        infra("contracts/target/classes").toString(),
        infra("stack/target/lib") + "/*");
  }

  public Path keys() {
    return home.resolve("keys");
  }

  /** A file a shell can source: addresses and an operator's token. */
  public Path env() {
    return home.resolve("env");
  }

  public Path clockOffset() {
    return home.resolve("run").resolve("clock-offset");
  }

  public Path infra(String path) {
    return root.resolve("infra").resolve(path);
  }
}
