package dev.drawdown.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of the processes a stack is made of. */
final class Commands {
  private Commands() {}

  /** A JVM of the kind that runs this command. */
  static List<String> java(String heap, List<String> options, List<String> program) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
    if (Runtime.version().feature() >= 25) {
      command.add("-XX:+UseCompactObjectHeaders");
    }
    command.addAll(options);
    command.addAll(program);
    return command;
  }

  /** For programs that wait more than they reckon: half the work at the start, less memory. */
  static List<String> quickToStart(String... options) {
    return with(options, "-XX:TieredStopAtLevel=1");
  }

  /** For programs that reckon a lot: full speed for what stays hot, not for what starts them. */
  static List<String> quickWhenHot(String... options) {
    return with(
        options,
        "-XX:Tier4InvocationThreshold=50000",
        "-XX:Tier4MinInvocationThreshold=6000",
        "-XX:Tier4CompileThreshold=150000",
        "-XX:Tier4BackEdgeThreshold=400000");
  }

  private static List<String> with(String[] options, String... more) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of(more));
    return all;
  }

  /** In a session of its own where the system can, so that a closed terminal does not end it. */
  static List<String> detached(List<String> command) {
    return onPath("setsid") ? prefixed(List.of("setsid"), command) : command;
  }

  /** PostgreSQL refuses to run as root; in a user namespace of its own it does not see root. */
  static List<String> notAsRoot(List<String> command) {
    if (!"root".equals(System.getProperty("user.name"))) {
      return command;
    }
    if (!onPath("unshare")) {
      throw new StackException(
          "PostgreSQL does not run as root, and there is no 'unshare' to leave it; run as a user");
    }
    return prefixed(List.of("unshare", "-U"), command);
  }

  private static boolean onPath(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  private static List<String> prefixed(List<String> prefix, List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(command);
    return all;
  }
}
