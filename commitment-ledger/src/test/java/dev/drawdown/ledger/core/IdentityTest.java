package dev.drawdown.ledger.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IdentityTest {
  private static final Identity IDENTITY = new Identity("acme", "s", "e");

  @Test
  void partsAreNeverGlued() {
    assertNotEquals(new Identity("acme", "ab", "c"), new Identity("acme", "a", "bc"));
    assertNotEquals(new Identity("acme", "s", "e"), new Identity("acme", "s", "E"));
  }

  @Test
  void equalIdentitiesHashAlikeAndOthersMostlyDoNot() {
    assertEquals(IDENTITY.hashCode(), new Identity("acme", "s", "e").hashCode());
    assertNotEquals(IDENTITY.hashCode(), new Identity("acme", "s", "f").hashCode());
    assertNotEquals(IDENTITY.hashCode(), new Identity("beta", "s", "e").hashCode());
  }

  @Test
  void orderIsByAccountSourceAndId() {
    assertTrue(IDENTITY.compareTo(new Identity("acme", "t", "a")) < 0);
    assertTrue(IDENTITY.compareTo(new Identity("acme", "s", "d")) > 0);
    assertTrue(IDENTITY.compareTo(new Identity("beta", "a", "a")) < 0);
    assertEquals(0, IDENTITY.compareTo(new Identity("acme", "s", "e")));
  }
}
