package dev.drawdown.billing.core;

import dev.drawdown.billing.core.Line.Kind;
import dev.drawdown.billing.core.Line.Subject;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an invoiced period would cost now, less what was charged for it already: by subject, so that
 * each correction says what it is for. Corrections of a period add up to exactly the difference.
 */
public final class Corrections {
  /** An amount that valid invoices have charged for a period, by own lines or by corrections. */
  public record Charged(Subject of, BigDecimal amount) {}

  private Corrections() {}

  /**
   * The correction lines of a period.
   *
   * @param now the lines of the period as it would be invoiced today; tax does not count
   */
  public static List<Line> of(YearMonth period, List<Line> now, List<Charged> charged) {
    SortedMap<Subject, BigDecimal> owed = new TreeMap<>(Subject.ORDER);
    Map<Subject, List<Outage>> evidence = new HashMap<>();
    for (Line line : now) {
      if (line.kind() != Kind.TAX) {
        owed.merge(line.of(), line.amount(), BigDecimal::add);
        evidence.put(line.of(), line.evidence());
      }
    }
    charged.forEach(c -> owed.merge(c.of(), c.amount().negate(), BigDecimal::add));
    List<Line> lines = new ArrayList<>();
    owed.forEach(
        (of, amount) -> {
          if (amount.signum() != 0) {
            lines.add(
                Line.plain(
                        Kind.CORRECTION,
                        of,
                        "Correction of " + period + ": " + Descriptions.of(of),
                        amount,
                        period.toString())
                    .with(evidence.getOrDefault(of, List.of())));
          }
        });
    return lines;
  }
}
