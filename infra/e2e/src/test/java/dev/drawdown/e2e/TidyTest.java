package dev.drawdown.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The limits of docs/STYLE.md. */
class TidyTest {
  private static final int FILE_LINES = 300;
  private static final int METHOD_LINES = 40;
  private static final int LINE_CHARACTERS = 100;
  private static final Pattern LEFTOVER =
      Pattern.compile("\\b(TODO|FIXME|XXX)\\b|@Disabled|Thread\\.sleep");
  private static final Path ROOT = RunningStack.root();

  private static List<Path> sources() throws IOException {
    try (Stream<Path> paths = Files.walk(ROOT)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !path.toString().contains("/target/"))
          .filter(path -> !path.getFileName().toString().equals("TidyTest.java"))
          .toList();
    }
  }

  @Test
  void filesAndLinesAreShort() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path path : sources()) {
      List<String> lines = Files.readAllLines(path);
      if (lines.size() > FILE_LINES) {
        faults.add(path + " has " + lines.size() + " lines");
      }
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).length() > LINE_CHARACTERS) {
          faults.add(path + ":" + (i + 1) + " is " + lines.get(i).length() + " characters long");
        }
        if (LEFTOVER.matcher(lines.get(i)).find()) {
          faults.add(path + ":" + (i + 1) + " is left over: " + lines.get(i).strip());
        }
      }
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void methodsAreShort() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> faults = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources()));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new LongMethods(unit, positions, faults).scan(unit, null);
      }
    }
    assertEquals(List.of(), faults);
  }

  /** Collects methods that are too long. */
  private static final class LongMethods extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> faults;

    LongMethods(CompilationUnitTree unit, SourcePositions positions, List<String> faults) {
      this.unit = unit;
      this.positions = positions;
      this.faults = faults;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      if (method.getBody() != null) {
        long from = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
        long to = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
        if (to - from + 1 > METHOD_LINES) {
          faults.add(
              "%s: %s is %d lines long"
                  .formatted(unit.getSourceFile().getName(), method.getName(), to - from + 1));
        }
      }
      return super.visitMethod(method, nothing);
    }
  }
}
