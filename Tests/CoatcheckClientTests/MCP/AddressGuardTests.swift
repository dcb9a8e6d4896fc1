// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Addresses in untrusted documents")
struct AddressGuardTests {
  private func isRefused(
    _ address: String, by guarding: AddressGuard = .standard,
    resource: String = "https://mcp.example/mcp"
  ) throws -> Bool {
    do throws(OAuthError) {
      try guarding.check(Endpoint(address), namedBy: Endpoint(resource))
      return false
    } catch {
      #expect(error == .unreadable(.addressRefused, ""))
      return true
    }
  }

  @Test(
    "an address on this machine or in a private network is refused",
    arguments: [
      "http://127.0.0.1:9000/", "https://127.0.0.1/", "https://127.1/", "https://127.255.255.254/",
      "https://localhost/", "https://LOCALHOST:8443/", "https://a.localhost/", "https://10.0.0.1/",
      "https://172.16.0.1/", "https://172.31.255.255/", "https://192.168.1.1/",
      "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/", "https://0.0.0.0/",
      "https://224.0.0.1/", "https://255.255.255.255/", "https://198.18.0.1/", "https://192.0.0.8/",
      "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://017700000001/",
      "https://127.0.0.01/", "https://0177.0.0.1/", "https://1.2.3/", "https://1.2.3.4.5/",
      "https://[::1]/", "https://[::]/", "https://[fe80::1]/", "https://[fc00::1]/",
      "https://[fd12:3456::1]/", "https://[ff02::1]/", "https://[::ffff:127.0.0.1]/",
      "https://[::ffff:7f00:1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/",
      "https://[2001:db8::1]/", "https://[::127.0.0.1]/", "https://router/",
      "https://printer.local/", "https://db.internal/", "https://nas.home.arpa/", "https://x.lan/",
    ])
  func inside(address: String) throws {
    #expect(try isRefused(address))
  }

  // attack: V-19
  @Test(
    "an IPv6 address with an embedded IPv4 address is checked by the embedded address",
    arguments: [
      ("https://[2002:7f00:1::1]/", true), ("https://[2002:a00:1::1]/", true),
      ("https://[2002:a9fe:a9fe::]/", true), ("https://[2002:808:808::1]/", false),
      // Teredo: the server's address, and the client's address with its bits inverted.
      ("https://[2001:0:7f00:1:0:0:f7f7:f7f7]/", true),
      ("https://[2001::808:808:0:0:80ff:fffe]/", true),
      ("https://[2001:0:808:808:0:0:f7f7:f7f7]/", false),
      ("https://[64:ff9b:1::808:808]/", true), ("https://[64:ff9b:1:a00:1::]/", true),
    ])
  func embedded(address: String, isInside: Bool) throws {
    #expect(try isRefused(address) == isInside)
  }

  // attack: V-19
  @Test("on the Internet, only port 443 and the port of the API are accepted")
  func ports() throws {
    for address in ["https://op.example:8443/", "https://op.example:22/", "https://8.8.8.8:6379/"] {
      #expect(try isRefused(address), "\(address)")
      #expect(try !isRefused(address, by: .none(because: "a test network")), "\(address)")
    }
    #expect(
      try !isRefused("https://op.example:8443/", resource: "https://mcp.example:8443/mcp"))
  }

  @Test(
    "an address of the Internet is accepted",
    arguments: [
      "https://op.example/", "https://op.example:443/t1", "https://8.8.8.8/",
      "https://172.15.0.1/",
      "https://172.32.0.1/", "https://100.63.0.1/", "https://100.128.0.1/", "https://192.0.1.1/",
      "https://169.253.0.1/", "https://223.255.255.255/", "https://[2606:4700::1111]/",
      "https://[64:ff9b::808:808]/", "https://[::ffff:8.8.8.8]/", "https://127.0.0.1.example/",
      "https://localhost.example/", "https://local.example/",
    ])
  func outside(address: String) throws {
    #expect(try !isRefused(address))
  }

  @Test(
    "an API on this machine or in a private network can name other addresses there",
    arguments: [
      "http://127.0.0.1:8080/mcp", "http://localhost:1/mcp", "https://10.1.2.3/mcp",
      "https://mcp.internal/",
    ])
  func insideAPI(resource: String) throws {
    #expect(try !isRefused("https://10.0.0.1/", resource: resource))
  }

  @Test("the guard can be turned off for a stated reason")
  func off() throws {
    #expect(try !isRefused("https://10.0.0.1/", by: .none(because: "a test network")))
  }
}
