package dev.drawdown.alerting.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
  private static final AddressGuard CLOSED = AddressGuard.allowing("");

  private static boolean permits(AddressGuard guard, String literal) throws UnknownHostException {
    return guard.permits(InetAddress.getByName(literal).getAddress());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.9.9.9",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:169.254.169.254",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "::127.0.0.1"
      })
  void addressesInsideAreRefused(String literal) throws UnknownHostException {
    assertFalse(permits(CLOSED, literal));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"93.184.216.34", "172.32.0.1", "2606:2800:220:1::1", "64:ff9b::5db8:d822"})
  void publicAddressesAreReached(String literal) throws UnknownHostException {
    assertTrue(permits(CLOSED, literal));
  }

  @Test
  void anAllowListOpensWhatItNamesButNeverTheLinkLocalRange() throws UnknownHostException {
    AddressGuard open = AddressGuard.allowing("127.0.0.1, 10.1.0.0/16,169.254.0.0/16");
    assertTrue(permits(open, "127.0.0.1"));
    assertTrue(permits(open, "10.1.2.3"));
    assertEquals(false, permits(open, "127.0.0.2"));
    assertEquals(false, permits(open, "10.2.0.1"));
    assertEquals(false, permits(open, "169.254.169.254"));
  }
}
