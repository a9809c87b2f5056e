package dev.drawdown.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much memory a process and its children hold, as far as the system tells. */
final class Memory {
  private Memory() {}

  /**
   * Resident MiB of a process and its descendants. Shared pages are counted once for each process
   * that maps them where the system does not tell shares apart.
   */
  static long residentMiB(ProcessHandle handle) {
    return Stream.concat(Stream.of(handle), handle.descendants())
            .mapToLong(Memory::residentKiB)
            .sum()
        / 1024;
  }

  private static long residentKiB(ProcessHandle handle) {
    Path smaps = Path.of("/proc", Long.toString(handle.pid()), "smaps_rollup");
    try (Stream<String> lines = Files.lines(smaps)) {
      return lines
          .filter(line -> line.startsWith("Pss:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException e) {
      return 0; // gone, or a system without /proc
    }
  }
}
