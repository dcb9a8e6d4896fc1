// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the target of a request", .timeLimit(.minutes(10)))
struct RequestTargetTests {
  /// The first line of a request, and the authority and path that a responder gets.
  typealias Row = (line: String, authority: String, path: String)

  // "When an origin server receives a request with an absolute-form of request-target, the origin server MUST
  // ignore the received Host header field (if any) and instead use the host information of the request-target."
  // https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
  private static let rows: [Case<Row>] = [
    Case("a path", ("GET /a?b=c HTTP/1.1", "host.example", "/a?b=c")),
    Case(
      "a path with a URI in its query",
      ("GET /a?b=http://c/ HTTP/1.1", "host.example", "/a?b=http://c/")),
    Case("a URI", ("GET http://target.example/a?b=c HTTP/1.1", "target.example", "/a?b=c")),
    Case(
      "a URI with a port",
      ("GET http://target.example:8080/a HTTP/1.1", "target.example:8080", "/a")),
    Case("a URI with an IPv6 address", ("GET http://[::1]:1/a HTTP/1.1", "[::1]:1", "/a")),
    Case("a URI without a path", ("GET http://target.example HTTP/1.1", "target.example", "/")),
    Case(
      "a URI with another scheme", ("GET HTTPS://target.example/a HTTP/1.1", "target.example", "/a")
    ),
    Case("a URI in HTTP/1.0", ("GET http://target.example/a HTTP/1.0", "target.example", "/a")),
    Case("the server as a whole", ("OPTIONS * HTTP/1.1", "host.example", "*")),
  ]

  // attack: V-11
  @Test(
    "in absolute form has the host of the request, whatever the Host header field is",
    arguments: rows)
  func forms(_ row: Case<Row>) async throws {
    try await Listening.run(.standard) { request in
      let text = "\(request.head.authority ?? "none") \(request.head.path ?? "none")"
      return ServedResponse(head: HTTPResponse(status: .ok), body: Data(text.utf8))
    } _: { port in
      let reply = try await Wire(port: port).raw(
        "\(row.value.line)\r\nHost: host.example\r\nConnection: close\r\n\r\n")
      #expect(reply.status == 200)
      #expect(reply.body == "\(row.value.authority) \(row.value.path)")
    }
  }

  @Test(
    "in absolute form is refused if it names no valid host",
    arguments: [
      "http://u@target.example/", "http:///a", "http://:8080/a", "http://target.example:x/",
      "http://[::1/a", "http://?a",
    ])
  func invalid(_ target: String) async throws {
    try await Listening.run(.standard) { _ in
      ServedResponse(head: HTTPResponse(status: .ok))
    } _: { port in
      let ending = try await Wire(port: port).ending(
        after: "GET \(target) HTTP/1.1\r\nHost: host.example\r\n\r\n")
      #expect(ending.isServers && ending.statuses == [400])
    }
  }
}
