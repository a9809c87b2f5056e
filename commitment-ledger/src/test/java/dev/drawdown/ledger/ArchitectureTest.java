package dev.drawdown.ledger;

import dev.drawdown.testkit.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void theServiceKeepsToItsPackages() {
    ArchitectureRules.check("dev.drawdown.ledger");
  }
}
