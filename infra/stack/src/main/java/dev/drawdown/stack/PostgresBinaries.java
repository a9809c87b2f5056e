package dev.drawdown.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once from the Maven artifact for this machine. */
public final class PostgresBinaries {
  private PostgresBinaries() {}

  /** Unpacks under a folder: a step of the build, so that a first start need not wait for it. */
  public static void main(String[] args) {
    unpackedUnder(Path.of(args[0]));
  }

  /** The folder that holds {@code bin/postgres}; unpacks it under {@code home} if need be. */
  static Path unpackedUnder(Path home) {
    Path target = home.resolve("postgres-18.1.0");
    if (Files.isDirectory(target)) {
      return target;
    }
    String archive = archiveName();
    try (InputStream packed = PostgresBinaries.class.getResourceAsStream("/" + archive)) {
      if (packed == null) {
        throw new StackException("no PostgreSQL for this machine on the class path: " + archive);
      }
      Files.createDirectories(home);
      Path fresh = Files.createTempDirectory(home, "postgres-");
      unpack(new TarArchiveInputStream(new XZInputStream(packed)), fresh);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      return target;
    } catch (IOException e) {
      throw new StackException("cannot unpack PostgreSQL: " + e.getMessage());
    }
  }

  private static void unpack(TarArchiveInputStream tar, Path target) throws IOException {
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      Path path = target.resolve(entry.getName()).normalize();
      if (!path.startsWith(target)) {
        throw new IOException("entry outside the archive: " + entry.getName());
      }
      if (entry.isDirectory()) {
        Files.createDirectories(path);
        continue;
      }
      Files.createDirectories(path.getParent());
      if (entry.isSymbolicLink()) {
        Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      } else {
        Files.copy(tar, path);
        boolean program = (entry.getMode() & 0b001_000_000) != 0;
        Files.setPosixFilePermissions(
            path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
  }

  private static String archiveName() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    String system = os.contains("mac") ? "darwin" : "linux";
    boolean arm = arch.equals("aarch64");
    return "postgres-" + system + "-" + (arm ? "arm_64" : "x86_64") + ".txz";
  }
}
