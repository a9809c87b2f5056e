package dev.drawdown.alerting.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which network addresses webhooks may reach: public ones, and those inside that an operator's
 * allow-list names. The link-local range, where clouds keep their metadata, is never opened.
 *
 * <p>Works on raw address bytes (4 or 16), so every spelling of an address is the same address.
 */
public final class AddressGuard {
  /** An address block: the first bits that addresses in it share. */
  public record Block(byte[] prefix, int bits) {
    boolean holds(byte[] address) {
      if (address.length != prefix.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 1 << (7 - bit % 8);
        if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Block> LINK_LOCAL =
      List.of(block("169.254.0.0/16"), block6(10, 0xfe, 0x80));

  private static final List<Block> INSIDE =
      List.of(
          block("0.0.0.0/8"),
          block("10.0.0.0/8"),
          block("100.64.0.0/10"),
          block("127.0.0.0/8"),
          block("172.16.0.0/12"),
          block("192.0.0.0/24"),
          block("192.168.0.0/16"),
          block("198.18.0.0/15"),
          block("224.0.0.0/4"),
          block("240.0.0.0/4"),
          block6(127),
          block6(7, 0xfc),
          block6(10, 0xfe, 0xc0),
          block6(8, 0xff));

  private final List<Block> allowed;

  public AddressGuard(List<Block> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  /** Whether a webhook may connect to an address. */
  public boolean permits(byte[] address) {
    byte[] plain = unwrapped(address);
    if (matches(LINK_LOCAL, plain)) {
      return false;
    }
    return matches(allowed, plain) || !(matches(INSIDE, plain) || isUnspecified(plain));
  }

  private static boolean matches(List<Block> blocks, byte[] address) {
    return blocks.stream().anyMatch(block -> block.holds(address));
  }

  private static boolean isUnspecified(byte[] address) {
    return Arrays.equals(address, new byte[address.length]);
  }

  /** The IPv4 address inside a mapped, NAT64, 6to4 or compatible IPv6 address. */
  private static byte[] unwrapped(byte[] a) {
    if (a.length != 16) {
      return a;
    }
    boolean mapped = zeros(a, 0, 10) && a[10] == -1 && a[11] == -1;
    boolean nat64 = a[0] == 0 && a[1] == 0x64 && (a[2] & 0xff) == 0xff && (a[3] & 0xff) == 0x9b;
    boolean compatible = zeros(a, 0, 12) && !zeros(a, 12, 15);
    if (mapped || nat64 || compatible) {
      return Arrays.copyOfRange(a, 12, 16);
    }
    boolean sixToFour = a[0] == 0x20 && a[1] == 0x02;
    return sixToFour ? Arrays.copyOfRange(a, 2, 6) : a;
  }

  private static boolean zeros(byte[] a, int from, int to) {
    for (int i = from; i < to; i++) {
      if (a[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Reads an allow-list: IPv4 addresses or CIDR blocks, comma-separated. */
  public static AddressGuard allowing(String list) {
    List<Block> blocks = new ArrayList<>();
    for (String entry : list.split(",")) {
      if (!entry.isBlank()) {
        blocks.add(block(entry.strip()));
      }
    }
    return new AddressGuard(blocks);
  }

  private static Block block(String cidr) {
    String[] parts = cidr.split("/");
    String[] octets = parts[0].split("\\.");
    if (octets.length != 4 || parts.length > 2) {
      throw new IllegalArgumentException("not an IPv4 address or block: " + cidr);
    }
    byte[] prefix = new byte[4];
    for (int i = 0; i < 4; i++) {
      int octet = Integer.parseInt(octets[i]);
      if (octet < 0 || octet > 255) {
        throw new IllegalArgumentException("not an IPv4 address or block: " + cidr);
      }
      prefix[i] = (byte) octet;
    }
    int bits = parts.length == 2 ? Integer.parseInt(parts[1]) : 32;
    if (bits < 0 || bits > 32) {
      throw new IllegalArgumentException("not an IPv4 address or block: " + cidr);
    }
    return new Block(prefix, bits);
  }

  private static Block block6(int bits, int... first) {
    byte[] prefix = new byte[16];
    for (int i = 0; i < first.length; i++) {
      prefix[i] = (byte) first[i];
    }
    return new Block(prefix, bits);
  }
}
