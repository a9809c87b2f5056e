package dev.drawdown.stack;

import dev.drawdown.stack.imports.Format;
import dev.drawdown.stack.imports.Importer;
import dev.drawdown.stack.imports.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads usage from a file into the pipeline. */
@Command(name = "import", description = "Reads usage from a file into the pipeline.")
final class ImportCommand implements Callable<Integer> {
  private static final int SHOWN = 50;

  @Parameters(paramLabel = "FILE", description = "The file to read.")
  private Path file;

  @Option(names = "--format", required = true, description = "csv or alibaba-gpu-2023")
  private String format;

  @Option(names = "--account", required = true, description = "whose usage it is")
  private String account;

  @Option(names = "--anchor", description = "the instant of second 0, for relative times")
  private String anchor;

  @Option(names = "--sku", defaultValue = "gpu", description = "default: ${DEFAULT-VALUE}")
  private String sku;

  @Option(names = "--class", defaultValue = "elastic", description = "default: ${DEFAULT-VALUE}")
  private String usageClass;

  @Override
  public Integer call() {
    if (!Files.isRegularFile(file)) {
      throw new StackException("there is no file " + file);
    }
    Format reader = Importer.format(format);
    Instant origin = StackCommands.instant("--anchor", anchor);
    if (origin == null && format.startsWith("alibaba")) {
      throw new StackException("--anchor is needed: the times of this format are relative");
    }
    Stack stack = StackCommands.stack();
    Api api = new Api(stack.tokens().issue("operator", null));
    Importer importer =
        new Importer(
            api,
            stack.settings().url(Settings.Port.INGEST),
            stack.settings().url(Settings.Port.LEDGER),
            System.out);
    Importer.Summary summary =
        importer.run(
            file,
            reader,
            new Format.Settings(account, origin, sku, usageClass, file.getFileName().toString()));
    print(summary);
    return summary.rejected().isEmpty() ? 0 : 2;
  }

  private static void print(Importer.Summary summary) {
    System.out.printf("%,d rows: %,d accepted", summary.rows(), summary.accepted());
    summary.nothing().forEach((why, count) -> System.out.printf(", %,d %s", count, why));
    System.out.printf(", %,d rejected%n", summary.rejected().size());
    for (Row.Bad bad : summary.rejected().subList(0, Math.min(SHOWN, summary.rejected().size()))) {
      System.out.printf("  line %d: %s%n", bad.line(), bad.reason());
    }
    if (summary.rejected().size() > SHOWN) {
      System.out.printf("  and %,d more%n", summary.rejected().size() - SHOWN);
    }
  }
}
