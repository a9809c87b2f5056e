package dev.drawdown.stack.imports;

import java.util.Map;

/** One row of an imported file: an event, or why there is none. */
public sealed interface Row {
  /** The line of the file, counted from 1. */
  long line();

  /** The row is usage. */
  record Event(long line, Map<String, Object> event) implements Row {}

  /** The row is fine and bills nothing, such as a pod that never ran. */
  record Nothing(long line, String why) implements Row {}

  /** The row cannot be read. */
  record Bad(long line, String reason) implements Row {}
}
