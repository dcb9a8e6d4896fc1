// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckServer

@Suite("the address of a client")
struct ClientAddressTests {
  /// A request: its peer, and its header fields.
  struct Request: Sendable {
    let peer: String
    var older: [String] = []
    var forwarded: [String] = []
    let client: String
  }

  private static let proxies = ["10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48", "::1/128"]

  private static func older(_ lines: String..., is client: String, from peer: String = "10.0.0.1")
    -> Request
  {
    Request(peer: peer, older: lines, client: client)
  }

  private static func forwarded(
    _ lines: String..., is client: String, from peer: String = "10.0.0.1"
  ) -> Request {
    Request(peer: peer, forwarded: lines, client: client)
  }

  private static let rows: [Case<Request>] = [
    Case("no field", older(is: "10.0.0.1")),
    Case(
      "a peer that is not a proxy is not trusted",
      older("192.0.2.1", is: "198.51.100.7", from: "198.51.100.7")),
    Case("nor if it names a proxy", older("10.0.0.9", is: "198.51.100.7", from: "198.51.100.7")),
    Case(
      "nor in the other field", forwarded("for=192.0.2.1", is: "198.51.100.7", from: "198.51.100.7")
    ),
    Case("one hop", older("192.0.2.1", is: "192.0.2.1")),
    Case("the client's own text is further left", older("203.0.113.9, 192.0.2.1", is: "192.0.2.1")),
    Case("two hops", older("203.0.113.9, 192.0.2.1, 10.2.3.4", is: "192.0.2.1")),
    Case(
      "a proxy in the client's own text", older("203.0.113.9, 10.0.0.9, 192.0.2.1", is: "192.0.2.1")
    ),
    Case("only proxies: the first of them", older("10.0.0.7, 10.0.0.8", is: "10.0.0.7")),
    Case("several lines are one list", older("203.0.113.9", "192.0.2.1", is: "192.0.2.1")),
    Case("a proxy in a line of its own", older("192.0.2.1", "10.0.0.9", is: "192.0.2.1")),
    Case("no spaces", older("203.0.113.9,192.0.2.1", is: "192.0.2.1")),
    Case("empty elements", older(", 192.0.2.1 ,, ", is: "192.0.2.1")),
    Case("an empty line", older("", is: "10.0.0.1")),
    Case("a port", older("192.0.2.1:4711", is: "192.0.2.1")),
    Case("IPv6", older("2001:db8::7", is: "2001:db8::7")),
    Case("IPv6 in brackets", older("[2001:db8::7]", is: "2001:db8::7")),
    Case("IPv6 with a port", older("[2001:db8::7]:443", is: "2001:db8::7")),
    Case(
      "IPv4 written as IPv6 is a proxy's too", older("192.0.2.1, ::ffff:10.0.0.9", is: "192.0.2.1")),
    Case(
      "a peer with IPv4 written as IPv6",
      older("192.0.2.1", is: "192.0.2.1", from: "::ffff:127.0.0.1")),
    Case("a proxy with IPv6", older("192.0.2.1", is: "192.0.2.1", from: "2001:db8:ffff:1::9")),
    Case(
      "nonsense counts as the proxy that wrote it", older("192.0.2.1, nonsense", is: "10.0.0.1")),
    Case("unknown", older("192.0.2.1, unknown", is: "10.0.0.1")),
    Case("nonsense behind a proxy counts as that one", older("nonsense, 10.0.0.9", is: "10.0.0.9")),
    Case("nonsense further left is not reached", older("nonsense, 192.0.2.1", is: "192.0.2.1")),
    Case("an address in octal", older("010.0.0.1", is: "10.0.0.1")),
    Case("an address with three parts", older("192.0.2", is: "10.0.0.1")),
    Case("a zone", older("fe80::1%eth0", is: "10.0.0.1")),
    Case("a port that is not a number", older("192.0.2.1:x", is: "10.0.0.1")),
    Case("a port too long", older("192.0.2.1:123456", is: "10.0.0.1")),
    Case("a bracket left open", older("[2001:db8::7", is: "10.0.0.1")),
    Case("IPv4 in brackets", older("[192.0.2.1]", is: "10.0.0.1")),
    Case("quotation marks", older("\"192.0.2.1\"", is: "10.0.0.1")),

    Case("Forwarded", forwarded("for=192.0.2.1", is: "192.0.2.1")),
    Case("a name in capitals", forwarded("FOR=192.0.2.1", is: "192.0.2.1")),
    Case(
      "other parameters",
      forwarded("by=10.0.0.1;for=192.0.2.1;host=a.example;proto=https", is: "192.0.2.1")),
    Case("spaces", forwarded(" for=203.0.113.9 , for=192.0.2.1 ; proto=https ", is: "192.0.2.1")),
    Case(
      "two elements", forwarded("for=203.0.113.9, for=192.0.2.1, for=10.0.0.9", is: "192.0.2.1")),
    Case("two lines", forwarded("for=203.0.113.9", "for=192.0.2.1", is: "192.0.2.1")),
    Case("an empty element", forwarded(", for=192.0.2.1", is: "192.0.2.1")),
    Case("a quoted address", forwarded("for=\"192.0.2.1\"", is: "192.0.2.1")),
    Case("a quoted address with a port", forwarded("for=\"192.0.2.1:4711\"", is: "192.0.2.1")),
    Case("quoted IPv6", forwarded("for=\"[2001:db8::7]:4711\"", is: "2001:db8::7")),
    Case("a quoted pair", forwarded("for=\"192.0.2.\\1\"", is: "192.0.2.1")),
    Case("an obfuscated port", forwarded("for=\"192.0.2.1:_x-1\"", is: "192.0.2.1")),
    Case(
      "a comma in quotation marks",
      forwarded("for=192.0.2.1;host=\"a, for=203.0.113.9\"", is: "192.0.2.1")),
    Case("an obfuscated identifier", forwarded("for=192.0.2.1, for=_hidden", is: "10.0.0.1")),
    Case("unknown", forwarded("for=unknown", is: "10.0.0.1")),
    Case("no for at all", forwarded("for=192.0.2.1, proto=https", is: "10.0.0.1")),
    Case("for twice", forwarded("for=192.0.2.1;for=203.0.113.9", is: "10.0.0.1")),
    Case("IPv6 without quotation marks", forwarded("for=[2001:db8::7]", is: "10.0.0.1")),
    Case("quoted IPv6 without brackets", forwarded("for=\"2001:db8::7\"", is: "10.0.0.1")),
    Case("a port without quotation marks", forwarded("for=192.0.2.1:80", is: "10.0.0.1")),
    Case(
      "a quotation mark that the client left open",
      forwarded("for=203.0.113.9;by=\", for=192.0.2.1", is: "10.0.0.1")),
    Case(
      "an open quotation mark that a quoted address closes",
      forwarded("for=203.0.113.9;by=\", for=\"[2001:db8::7]\"", is: "10.0.0.1")),
    Case(
      "an open quotation mark in a separate line",
      forwarded("for=203.0.113.9;by=\"", "for=192.0.2.1", is: "192.0.2.1")),
    Case("a name without a value", forwarded("for", is: "10.0.0.1")),
    Case("nothing after the equals sign", forwarded("for=", is: "10.0.0.1")),

    Case(
      "both, which agree",
      Request(
        peer: "10.0.0.1", older: ["192.0.2.1"], forwarded: ["for=192.0.2.1"], client: "192.0.2.1")),
    Case(
      "both, which disagree",
      Request(
        peer: "10.0.0.1", older: ["192.0.2.1"], forwarded: ["for=203.0.113.9"], client: "10.0.0.1")),
    Case(
      "both, one of them nonsense",
      Request(peer: "10.0.0.1", older: ["192.0.2.1"], forwarded: ["nonsense"], client: "10.0.0.1")),
  ]

  // attack: V-01
  @Test(
    "is the last hop that is not a proxy, and only proxies are trusted",
    arguments: rows)
  func client(_ row: Case<Request>) throws {
    let addresses = ClientAddresses(proxies: try Self.proxies.map { try AddressRange($0) })
    let request = row.value
    var fields = HTTPFields()
    for line in request.older {
      fields.append(HTTPField(name: try #require(HTTPField.Name("x-forwarded-for")), value: line))
    }
    for line in request.forwarded {
      fields.append(HTTPField(name: try #require(HTTPField.Name("forwarded")), value: line))
    }
    let peer = try #require(IPAddress(request.peer))
    #expect(addresses.client(behind: peer, fields).description == request.client)
    // Without proxies the header fields are ignored.
    let alone = ClientAddresses.ofConnections.source(of: ConnectionPeer(peer), fields)
    #expect(alone == SourceAddress(peer.description))
  }

  @Test("from a header field is grouped like the address of a connection")
  func folded() throws {
    let addresses = ClientAddresses(proxies: [try AddressRange("::1")])
    var fields = HTTPFields()
    fields[try #require(HTTPField.Name("X-Forwarded-For"))] = "2001:db8:0:1:aaaa::1"
    let proxy = ConnectionPeer(IPAddress("::1"))
    #expect(addresses.source(of: proxy, fields).key == "2001:db8:0:1::/64")
    #expect(addresses.source(of: ConnectionPeer(nil), fields).key == "local")
  }

  @Test(
    "a range contains the addresses of its prefix and no others",
    arguments: [
      ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("192.0.2.128/25", "192.0.2.128", true), ("192.0.2.128/25", "192.0.2.127", false),
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("128.0.0.0/1", "255.0.0.1", true), ("128.0.0.0/1", "127.0.0.1", false),
      ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
      ("2001:db8::/33", "2001:db8:8000::", false), ("::1", "::1", true), ("::1", "0.0.0.1", false),
      ("::ffff:192.0.2.1", "192.0.2.1", true), ("10.0.0.0/8", "a00::", false),
    ])
  func ranges(text: String, address: String, isIn: Bool) throws {
    let range = try AddressRange(text)
    #expect(range.contains(try #require(IPAddress(address))) == isIn)
    #expect(try AddressRange(range.description) == range)
  }

  @Test(
    "a range that is malformed, ambiguous, or contains all addresses is refused",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0/8",
      "10.0.0.0/8/8", "10.0.0.0/8 ", "0.0.0.0/0", "::/0", "10.0.0.1/8", "2001:db8::1/32",
      "2001:db8::/129",
      "::ffff:10.0.0.0/104", "localhost", "10.0.0.0/x", "010.0.0.0/8", "[::1]",
    ])
  func refusedRanges(_ text: String) {
    #expect(throws: OAuthError.self) { try AddressRange(text) }
  }
}
