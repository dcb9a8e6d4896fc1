// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("malformed and ambiguous requests (request smuggling)", .timeLimit(.minutes(10)), .world)
struct WireShapeTests {
  /// Bytes that are sent instead of a request.
  typealias Shape = Case<[UInt8]>

  /// The server answers the valid request of another peer.
  private static func isWell() async throws {
    #expect(try await world.wire.send("GET", "/livez").status == 200)
    #expect(try await world.wire.send("GET", "/readyz").status == 200)
  }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST /token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
      + "\(fields)\r\n\r\n\(body)"
  }

  /// A hidden second request, which must not be read as one.
  private static let hidden = "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"

  // attack: H-01
  @Test(
    "a head beyond its limits is refused, and nothing after it is read",
    arguments: [
      Shape(
        "a request line of 64 KiB",
        "GET /\(String(repeating: "a", count: 64 << 10)) HTTP/1.1\r\nHost: x\r\n\r\n"),
      Shape(
        "a request line of 20 KiB",
        "GET /\(String(repeating: "a", count: 20 << 10)) HTTP/1.1\r\nHost: x\r\n\r\n"),
      Shape(
        "10 000 fields",
        "GET /livez HTTP/1.1\r\nHost: x\r\n"
          + (0..<10_000).map { "X-\($0): v\r\n" }.joined() + "\r\n"),
      Shape(
        "101 fields",
        "GET /livez HTTP/1.1\r\nHost: x\r\n" + (0..<100).map { "X-\($0): v\r\n" }.joined() + "\r\n"),
      Shape(
        "a field of 1 MiB",
        "GET /livez HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "b", count: 1 << 20))\r\n\r\n"),
      Shape(
        "a name of 1 MiB",
        "GET /livez HTTP/1.1\r\nHost: x\r\n\(String(repeating: "b", count: 1 << 20)): x\r\n\r\n"),
      Shape("a method of 1 MiB", String(repeating: "M", count: 1 << 20) + " / HTTP/1.1\r\n\r\n"),
    ])
  func beyond(_ shape: Shape) async throws {
    let ending = try await world.wire.ending(after: shape.value + Array(Self.hidden.utf8))
    #expect(ending.isServers)
    #expect(ending.replies.count <= 1, "\(ending.statuses)")
    #expect(Set(ending.statuses).isSubset(of: [400, 414, 431]), "\(ending.statuses)")
    try await Self.isWell()
  }

  // attack: H-01
  @Test(
    "white space that is skipped in a head counts as a part of it",
    arguments: [
      ("spaces before a value", "GET /livez HTTP/1.1\r\nHost: x\r\nX:", " ", "v\r\n\r\n"),
      ("tabs before a value", "GET /livez HTTP/1.1\r\nHost: x\r\nX:", "\t", "v\r\n\r\n"),
      ("spaces after a target", "GET /livez", " ", "HTTP/1.1\r\nHost: x\r\n\r\n"),
      (
        "spaces in a trailer", post("Transfer-Encoding: chunked", "0\r\nX:"), " ", "v\r\n\r\n"
      ),
    ])
  func skipped(_ name: String, _ start: String, _ space: String, _ end: String) async throws {
    let request = start + String(repeating: space, count: 8 << 20) + end
    let ending = try await world.wire.ending(after: request + Self.hidden)
    #expect(ending.isServers, "\(name)")
    #expect(ending.statuses == [431], "\(name): \(ending.statuses)")
    try await Self.isWell()
  }

  // "the message is deemed to … be handled as an error": RFC 9112 §6.3.
  // attack: H-02
  @Test(
    "a request with an ambiguous end is refused, and nothing after it is read",
    arguments: [
      ("both lengths", "Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      (
        "both lengths, the other way", "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "0\r\n\r\n"
      ),
      ("two lengths", "Content-Length: 3\r\nContent-Length: 5", "a=bcd"),
      ("two lengths in one field", "Content-Length: 3, 5", "a=bcd"),
      ("a length with a sign", "Content-Length: +5", "a=bcd"),
      ("a negative length", "Content-Length: -5", ""),
      ("a length in hexadecimal", "Content-Length: 0x5", "a=bcd"),
      ("a length beyond all numbers", "Content-Length: 99999999999999999999", ""),
      ("a length with a space in it", "Content-Length: 1 0", "a=bcd"),
      ("another coding", "Transfer-Encoding: xchunked", "0\r\n\r\n"),
      ("chunked, but not last", "Transfer-Encoding: chunked, identity", "0\r\n\r\n"),
      ("chunked in quotes", "Transfer-Encoding: \"chunked\"", "0\r\n\r\n"),
      ("chunked behind a control", "Transfer-Encoding: \u{b}chunked", "0\r\n\r\n"),
      ("chunked with a parameter", "Transfer-Encoding: chunked;x", "0\r\n\r\n"),
      (
        "chunked, then something else", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
        "0\r\n\r\n"
      ),
      ("a space before the colon", "Transfer-Encoding : chunked", "0\r\n\r\n"),
      ("a space before the name", "X: y\r\n Transfer-Encoding: chunked", "0\r\n\r\n"),
      ("a folded field", "X: y\r\n z", ""),
      ("a line that ends with LF only", "X: y\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      ("a line that ends with CR only", "X: y\rTransfer-Encoding: chunked", "0\r\n\r\n"),
      ("a NUL in a value", "X: y\u{0}z", ""),
      ("a NUL in a name", "X\u{0}Y: z", ""),
      ("a field without a name", ": z", ""),
      ("a chunk beyond all numbers", "Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFFF\r\na"),
      ("a chunk with a sign", "Transfer-Encoding: chunked", "+5\r\na=bcd\r\n0\r\n\r\n"),
      ("a chunk longer than its size", "Transfer-Encoding: chunked", "3\r\na=bcd\r\n0\r\n\r\n"),
      ("chunk lines that end with LF only", "Transfer-Encoding: chunked", "5\na=bcd\n0\n\n"),
    ])
  func ambiguous(_ name: String, _ fields: String, _ body: String) async throws {
    let ending = try await world.wire.ending(after: Self.post(fields, body) + Self.hidden)
    #expect(ending.isServers, "\(name)")
    #expect([[], [400], [413]].contains(ending.statuses), "\(name): \(ending.statuses)")
    try await Self.isWell()
  }

  // "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a
  // Host header field and to any request message that contains more than one Host header field line":
  // RFC 9112 §3.2.
  @Test(
    "a request must have exactly one valid Host",
    arguments: [
      "", "Host: x\r\nHost: x\r\n", "Host: x\r\nHost: y\r\n", "Host: x y\r\n", "Host: x/y\r\n",
      "Host: x:y\r\n", "Host: x:1:2\r\n", "Host: [::1\r\n", "Host: [::1]x\r\n", "Host: u@x\r\n",
      "Host: []\r\n", "Host: [zz]\r\n", "Host: [1.2]\r\n", "Host: [192.0.2.1]\r\n",
      "Host: [v.x]\r\n", "Host: [v1x]\r\n", "Host: [v1.]\r\n", "Host: [v1.%41]\r\n",
    ])
  func hosts(_ fields: String) async throws {
    let ending = try await world.wire.ending(after: "GET /livez HTTP/1.1\r\n\(fields)\r\n")
    #expect(ending.isServers)
    #expect(ending.statuses == [400])
    try await Self.isWell()
  }

  // "The field line value does not include that leading or trailing whitespace": RFC 9112 §5.1.
  @Test(
    "the host of a request has no white space around it",
    arguments: [
      ("Host: x", "x"), ("Host:x", "x"), ("Host: x ", "x"), ("Host: x\t", "x"),
      ("Host: \t x:1 \t ", "x:1"), ("Host: [::1] ", "[::1]"), ("Host: [v1.a:b]:2", "[v1.a:b]:2"),
    ])
  func spaced(_ field: String, _ host: String) async throws {
    try await Listening.run(.standard) { request in
      let text = request.head.authority ?? "none"
      return ServedResponse(head: HTTPResponse(status: .ok), body: Data(text.utf8))
    } _: { port in
      let reply = try await Wire(port: port).raw(
        "GET / HTTP/1.1\r\n\(field)\r\nConnection: close\r\n\r\n")
      #expect(reply.status == 200)
      #expect(reply.body == host)
    }
  }

  /// Bytes in a random order.
  private static func noise(_ seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<4096).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  // attack: H-03
  @Test(
    "bytes that are not HTTP/1 end only their own connection",
    arguments: [
      Shape("noise", noise(1)), Shape("other noise", noise(2)),
      Shape("zeros", Array(repeating: 0, count: 1024)),
      Shape("the hello of TLS 1.3", [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + noise(3)),
      Shape("the hello of SSL 2", [0x80, 0x2E, 1, 0, 2, 0, 0x15, 0, 0, 0, 0x10]),
      Shape(
        "the preface of HTTP/2",
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]),
      Shape("HTTP/3.7", "GET /livez HTTP/3.7\r\nHost: x\r\n\r\n"),
      Shape("HTTP/0.9", "GET /livez\r\n\r\n"),
      Shape(
        "a proxy's greeting", "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET /livez HTTP/1.1\r\n\r\n"),
      Shape("SSH", "SSH-2.0-OpenSSH_9.9\r\n"), Shape("only lines", "\r\n\r\n\r\nx\r\n\r\n"),
      Shape("an answer", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ])
  func foreign(_ shape: Shape) async throws {
    let ending = try await world.wire.ending(after: shape.value)
    #expect(ending.isServers)
    #expect([[], [400], [405], [505]].contains(ending.statuses), "\(ending.statuses)")
    try await Self.isWell()
  }

  // attack: H-07
  @Test(
    "a Range header field is ignored: the whole document is returned",
    arguments: [
      "bytes=0-18446744073709551615", "bytes=18446744073709551615-", "bytes=-18446744073709551616",
      "bytes=9-1", "bytes=-0", "bytes=0-0,0-0,0-0,0-0", "bytes=a-b", "pages=1-2", "=", "",
    ])
  func ranges(_ range: String) async throws {
    let page = try await world.wire.send("GET", "/device")
    let style = try #require(page.body.firstMatch(of: /href="(\/assets\/[^"]*\.css)"/)?.output.1)
    for path in [String(style), "/jwks", "/.well-known/openid-configuration"] {
      let whole = try await world.wire.send("GET", path)
      let part = try await world.wire.send("GET", path, [("Range", range)])
      #expect([200, 416].contains(part.status))
      #expect(part.status == 416 || part.body == whole.body)
      #expect(whole.status == 200 && !whole.body.isEmpty)
    }
  }

  // attack: H-13
  @Test("a hundred requests sent at once on one connection are answered one by one, in order")
  func pipelined() async throws {
    let form = "grant_type=nonsense"
    let kinds = [
      "GET /livez HTTP/1.1\r\nHost: x\r\n", "GET /jwks HTTP/1.1\r\nHost: x\r\n",
      "POST /token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(form.utf8.count)\r\n",
      "GET /nowhere HTTP/1.1\r\nHost: x\r\n",
    ]
    let requests = (0..<100).map { n -> String in
      let last = n == 99 ? "Connection: close\r\n" : ""
      return "\(kinds[n % 4])\(last)\r\n\(n % 4 == 2 ? form : "")"
    }
    let ending = try await world.wire.ending(after: requests.joined())
    #expect(ending.isServers)
    let expected = Array(repeating: [200, 200, 400, 404], count: 25).flatMap(\.self)
    #expect(ending.statuses == expected)
    let bodies = ending.replies.map(\.body)
    for n in 0..<100 { #expect(bodies[n] == bodies[n % 4]) }
    #expect(Set(bodies).count == 4)
  }

  // attack: H-13
  @Test(
    "a connection ends after a response with Connection: close, and by default for HTTP/1.0",
    arguments: [
      ("close", "HTTP/1.1\r\nHost: x\r\nConnection: close"),
      ("Close", "HTTP/1.1\r\nHost: x\r\nConnection: Close"),
      ("close among others", "HTTP/1.1\r\nHost: x\r\nConnection: TE, close"),
      ("HTTP/1.0", "HTTP/1.0"),
      ("HTTP/1.0 with a host", "HTTP/1.0\r\nHost: x"),
    ])
  func closing(_ name: String, _ fields: String) async throws {
    let ending = try await world.wire.ending(after: "GET /livez \(fields)\r\n\r\n")
    #expect(ending.isServers, "\(name)")
    #expect(ending.statuses == [200], "\(name)")
    #expect(ending.replies.first?.body == "alive\n")
  }

  @Test("an HTTP/1.0 request with keep-alive keeps the connection")
  func kept() async throws {
    let first = "GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
    let ending = try await world.wire.ending(after: first + "GET /jwks HTTP/1.0\r\n\r\n")
    #expect(ending.isServers)
    #expect(ending.statuses == [200, 200])
  }
}

extension Case where Value == [UInt8] {
  fileprivate init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
}
