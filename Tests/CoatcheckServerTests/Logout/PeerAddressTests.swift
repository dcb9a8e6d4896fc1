// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the address of a connection's peer")
struct PeerAddressTests {
  // attack: O-04
  @Test(
    "is public or not: the Internet, or a private or local network",
    arguments: [
      ("93.184.216.34", false), ("8.8.8.8", false), ("2606:2800:220:1:248:1893:25c8:1946", false),
      ("127.0.0.1", true), ("0.0.0.0", true), ("10.1.2.3", true), ("172.16.0.1", true),
      ("192.168.1.1", true), ("169.254.169.254", true), ("100.64.0.1", true), ("224.0.0.1", true),
      ("::1", true), ("::", true), ("fe80::1%eth0", true), ("fd00::1", true),
      ("::ffff:127.0.0.1", true), ("::ffff:8.8.8.8", false), ("64:ff9b::a00:1", true), ("", true),
    ])
  func peer(_ address: String, isInside: Bool) {
    #expect(AddressGuard.isInside(peer: address) == isInside)
  }
}
