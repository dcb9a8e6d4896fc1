// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckServer

@Suite("the accepted host of a server on a loopback address")
struct HostCheckTests {
  /// An issuer, the port of the server, the host of a request, and whether the request is served.
  typealias Row = (issuer: String, port: Int, host: String?, isServed: Bool)

  private static let rows: [Case<Row>] = [
    Case("the issuer's", ("http://127.0.0.1:8080", 8080, "127.0.0.1:8080", true)),
    Case("the issuer's name", ("http://localhost:8080", 8080, "localhost:8080", true)),
    Case("in capitals", ("http://localhost:8080", 8080, "LOCALHOST:8080", true)),
    Case("an issuer with a path", ("http://localhost:8080/a", 8080, "localhost:8080", true)),
    Case("another loopback address", ("http://127.0.0.1:8080", 8080, "127.9.9.9:8080", true)),
    Case("the IPv6 one", ("http://127.0.0.1:8080", 8080, "[::1]:8080", true)),
    Case("the usual port", ("http://127.0.0.1", 80, "127.0.0.1", true)),
    Case("the usual port of another loopback address", ("http://localhost", 80, "127.0.0.1", true)),
    Case("no host", ("http://127.0.0.1:8080", 8080, nil, true)),
    Case("an https issuer behind a proxy", ("https://id.example", 8080, "evil.example", true)),
    Case("another name", ("http://127.0.0.1:8080", 8080, "evil.example:8080", false)),
    Case("another name without a port", ("http://127.0.0.1:8080", 8080, "evil.example", false)),
    Case(
      "a page's name that begins like an address",
      ("http://127.0.0.1:8080", 8080, "127.0.0.1.evil.example:8080", false)),
    Case("a name that ends like one", ("http://127.0.0.1:8080", 8080, "evil127.0.0.1:8080", false)),
    Case("a name for this machine", ("http://127.0.0.1:8080", 8080, "localhost:8080", false)),
    Case("another port", ("http://127.0.0.1:8080", 8080, "127.0.0.1:8081", false)),
    Case("no port", ("http://127.0.0.1:8080", 8080, "127.0.0.1", false)),
    Case("an address of the network", ("http://127.0.0.1:8080", 8080, "192.168.0.2:8080", false)),
    Case("every address", ("http://127.0.0.1:8080", 8080, "0.0.0.0:8080", false)),
    Case("the short form", ("http://127.0.0.1:8080", 8080, "127.1:8080", false)),
    Case("the number", ("http://127.0.0.1:8080", 8080, "2130706433:8080", false)),
    Case("IPv4 written as IPv6", ("http://127.0.0.1:8080", 8080, "[::ffff:127.0.0.1]:8080", false)),
    Case("a user", ("http://127.0.0.1:8080", 8080, "evil@127.0.0.1:8080", false)),
  ]

  // attack: V-11
  @Test("is its issuer's, or a loopback address with its port; others get 421", arguments: rows)
  func hosts(_ row: Case<Row>) async {
    let value = row.value
    let responder = HostCheck.responder(
      { _ in ServedResponse(head: HTTPResponse(status: .ok)) }, issuer: value.issuer,
      port: value.port)
    let head = HTTPRequest(method: .get, scheme: "http", authority: value.host, path: "/outbox")
    let response = await responder(
      ServedRequest(head: head, body: Data(), source: SourceAddress("127.0.0.1")))
    #expect(response.head.status.code == (value.isServed ? 200 : 421))
  }
}
