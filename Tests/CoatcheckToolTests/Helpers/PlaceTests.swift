// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers
import TestKit

@Suite("A place that gets credentials")
struct PlaceTests {
  static let read: [Case<(address: String, place: String)>] = [
    Case("a server", ("https://git.example", "https://git.example")),
    Case("a name alone is a server with TLS", ("git.example", "https://git.example")),
    Case("a port", ("registry.example:5000", "https://registry.example:5000")),
    Case("the port of HTTPS", ("https://git.example:443", "https://git.example")),
    Case("upper case", ("HTTPS://Git.EXAMPLE/Team", "https://git.example/Team")),
    Case("slashes at the end", ("https://git.example/team/", "https://git.example/team")),
    Case("a query", ("https://git.example/a?service=x", "https://git.example/a")),
    Case("this machine, without TLS", ("http://127.0.0.1:8080", "http://127.0.0.1:8080")),
    Case("this machine, with or without TLS", ("127.0.0.1:8080", "127.0.0.1:8080")),
    Case("an IPv6 address", ("https://[2001:db8::1]:8443/x", "https://[2001:db8::1]:8443/x")),
  ]

  @Test("is read from an address", arguments: read)
  func reads(_ row: Case<(address: String, place: String)>) throws {
    #expect(try Place(row.value.address).description == row.value.place)
  }

  static let refused: [Case<String>] = [
    Case("nothing", ""), Case("no host", "https:///a"), Case("a line break", "git.example\nhost"),
    Case("a carriage return", "https://git.example\r"), Case("a NUL", "https://git.example\0"),
    Case("a space", "https://git.example/a b"), Case("plain HTTP", "http://git.example"),
    Case("a host name that begins with a loopback address", "http://127.0.0.1.evil.example"),
    Case("a user", "https://git.example@evil.example"),
    Case("a fragment", "https://git.example/#a"), Case("another scheme", "ssh://git.example"),
    Case("a port beyond the last", "https://git.example:99999"),
    Case("a segment up", "https://git.example/team/../other"),
    Case("an encoded segment up", "https://git.example/team/%2E%2e/other"),
    Case("half an encoded segment up", "https://git.example/team/.%2e/other"),
    Case("a segment with one dot", "https://git.example/./team"),
    Case("an empty segment", "https://git.example//team"),
    Case("an encoded slash", "https://git.example/team%2f..%2fother"),
    Case("an encoded backslash", "https://git.example/team%5c..%5cother"),
    Case("a backslash", #"https://git.example/team\..\other"#),
    Case("a letter of another alphabet that looks the same", "https://gіt.example"),
  ]

  // attack: K2-02 K2-05 K2-07
  @Test("is refused if the address is invalid or ambiguous", arguments: refused)
  func refuses(_ row: Case<String>) {
    #expect { try Place(row.value) } throws: { ($0 as? CommandFailure)?.status == .usage }
  }

  static let contained: [Case<(rule: String, place: String, holds: Bool)>] = [
    Case("the server", ("https://git.example", "https://git.example/a.git", true)),
    Case("the path", ("https://git.example/team", "https://git.example/team", true)),
    Case("below the path", ("https://git.example/team", "https://git.example/team/a.git", true)),
    Case(
      "another path with the same prefix",
      ("https://git.example/team", "https://git.example/team2", false)),
    Case("above the path", ("https://git.example/team", "https://git.example/", false)),
    Case("the path in upper case", ("https://git.example/team", "https://git.example/Team", false)),
    Case("another port", ("https://git.example", "https://git.example:8443", false)),
    Case("a subdomain", ("https://git.example", "https://a.git.example", false)),
    Case("a host with the same suffix", ("https://git.example", "https://evilgit.example", false)),
    Case("a longer host name", ("https://git.example", "https://git.example.evil.example", false)),
    Case("a dot at the end", ("https://git.example", "https://git.example.", false)),
    Case("without TLS", ("https://127.0.0.1:80", "http://127.0.0.1:80", false)),
    Case("with or without TLS", ("127.0.0.1:8080", "http://127.0.0.1:8080/v2", true)),
  ]

  // attack: K2-06 K2-08
  @Test("holds for exactly its server, and for what is below its path", arguments: contained)
  func contains(_ row: Case<(rule: String, place: String, holds: Bool)>) throws {
    #expect(try Place(row.value.rule).contains(Place(row.value.place)) == row.value.holds)
  }
}
