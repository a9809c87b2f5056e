package dev.drawdown.stack;

import picocli.CommandLine;

/** The {@code drawdown} command. */
@CommandLine.Command(
    name = "drawdown",
    description = "Metering and billing for GPU clouds, on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      StackCommands.Up.class,
      StackCommands.Down.class,
      StackCommands.Status.class,
      StackCommands.Reset.class,
      StackCommands.Token.class,
      ImportCommand.class,
      VerifyCommand.class,
      DemoCommand.class
    })
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Main());
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          if (exception instanceof StackException) {
            command.getErr().println("drawdown: " + exception.getMessage());
          } else {
            exception.printStackTrace(command.getErr());
          }
          return 1;
        });
    System.exit(line.execute(args));
  }
}
