// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Misuse of a proxy that adds a token", .timeLimit(.minutes(20)))
struct ProxyMisuseTests {
  /// A request that is refused, and the status of the response.
  struct Refused: Sendable, CustomTestStringConvertible {
    let name: String
    var line = "GET /a"
    var fields: [String] = []
    var without: [String] = []
    let status: Int
    var testDescription: String { name }
  }

  private static let refused = [
    // attack: K2-31
    Refused(
      name: "a host name that leads to this machine (DNS rebinding)",
      fields: ["Host: evil.example"], without: ["Host"], status: 421),
    Refused(
      name: "the same with the port", fields: ["Host: evil.example:{port}"], without: ["Host"],
      status: 421),
    Refused(name: "another port", fields: ["Host: 127.0.0.1:1"], without: ["Host"], status: 421),
    Refused(name: "no host", without: ["Host"], status: 400),
    Refused(name: "two hosts", fields: ["Host: evil.example"], status: 400),
    // attack: K2-32
    Refused(name: "a page's origin", fields: ["Origin: https://evil.example"], status: 403),
    Refused(name: "an opaque origin", fields: ["Origin: null"], status: 403),
    Refused(
      name: "the proxy's own origin", fields: ["Origin: http://127.0.0.1:{port}"], status: 403),
    Refused(
      name: "a preflight", line: "OPTIONS /a", fields: ["Access-Control-Request-Method: PUT"],
      status: 403),
    // attack: K2-33
    Refused(name: "an image of a page", fields: ["Sec-Fetch-Site: cross-site"], status: 403),
    Refused(name: "a same-origin page", fields: ["Sec-Fetch-Site: same-origin"], status: 403),
    // attack: K2-34
    Refused(name: "no secret", without: ["Authorization"], status: 401),
    Refused(
      name: "another secret", fields: ["Authorization: Bearer guess"], without: ["Authorization"],
      status: 401),
    Refused(name: "two secrets", fields: ["Authorization: Bearer guess"], status: 401),
    Refused(
      name: "a password", fields: ["Authorization: Basic YTpi"], without: ["Authorization"],
      status: 401),
    // attack: K2-35
    Refused(name: "a tunnel (CONNECT)", line: "CONNECT evil.example:443", status: 405),
    Refused(name: "a target in absolute form", line: "GET http://evil.example/a", status: 400),
    Refused(name: "a target with two slashes", line: "GET //evil.example/a", status: 400),
    Refused(name: "TRACE, which shows the token", line: "TRACE /a", status: 405),
    // attack: K2-36
    Refused(
      name: "two lengths", line: "POST /a",
      fields: ["Content-Length: 3", "Transfer-Encoding: chunked"], status: 400),
    Refused(
      name: "a negative length", line: "POST /a", fields: ["Content-Length: -1"], status: 400),
    // attack: K2-37
    Refused(name: "a segment ..", line: "GET /a/../b", status: 400),
    Refused(name: "an encoded segment ..", line: "GET /%2E%2e/b", status: 400),
    Refused(name: "a segment .. with a parameter", line: "GET /..;/b", status: 400),
    Refused(name: "a backslash", line: #"GET /a\..\b"#, status: 400),
    Refused(name: "an encoded slash", line: "GET /a%2fb", status: 400),
  ]

  @Test(
    "requests of web pages, without the secret, or with an ambiguous target do not reach the API")
  func refusals() async throws {
    let (stage, session) = try await Stage.signedIn()
    let api = try CannedServer(json: #"{"secret":"of the API"}"#)
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)/v1", on: stage)
    for row in Self.refused {
      let fields = row.fields.map { $0.replacing("{port}", with: "\(proxy.port)") }
      let response = await proxy.send(row.line, fields, without: row.without)
      #expect(response.hasPrefix("HTTP/1.1 \(row.status) "), "\(row.name): \(response)")
      #expect(!response.lowercased().contains("access-control-"), "\(row.name)")
      #expect(!response.contains("of the API"), "\(row.name)")
    }
    #expect(api.requests.isEmpty)
    // The proxy still works.
    #expect(await proxy.send("GET /a").hasPrefix("HTTP/1.1 200 "))
    #expect(api.requests.count == 1)
    await proxy.stop()
    // attack: K2-41
    let token = session.accessToken.reveal()
    for text in [proxy.process.errors, proxy.process.output] {
      #expect(!text.contains(token) && !text.contains(proxy.secret))
    }
  }

  // attack: K2-38, K2-43
  @Test("the caller's own credentials and cookies, and fields of its connection, are not passed on")
  func fieldsOfRequests() async throws {
    let (stage, session) = try await Stage.signedIn()
    let api = try CannedServer(json: "{}")
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)/v1/", on: stage)
    let response = await proxy.send(
      "POST /a/b?c=d%20e",
      [
        "Cookie: a=b", "Proxy-Authorization: Basic YTpi", "X-Own: 1", "X-Hop: 1",
        "Connection: close, X-Hop", "Keep-Alive: timeout=5", "TE: trailers", "Upgrade: websocket",
        "Accept-Encoding: gzip", "Content-Type: text/plain", "Content-Length: 5",
      ],
      without: ["Connection"], body: "hello")
    #expect(response.hasPrefix("HTTP/1.1 200 "))
    let request = try #require(api.requests.first)
    #expect(
      request.hasPrefix("POST /v1/a/b?c=d%20e HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\nhello"))
    let fields = request.lowercased().components(separatedBy: "\r\n")
    let authorization = fields.filter { $0.hasPrefix("authorization:") }
    #expect(authorization == ["authorization: bearer \(session.accessToken.reveal().lowercased())"])
    #expect(fields.contains("x-own: 1") && fields.contains("content-type: text/plain"))
    #expect(fields.contains("host: 127.0.0.1:\(api.port)"))
    for name in ["cookie", "proxy-authorization", "x-hop", "keep-alive", "te", "upgrade"] {
      #expect(!fields.contains { $0.hasPrefix("\(name):") }, "\(name)")
    }
    #expect(!request.contains(proxy.secret))
    await proxy.stop()
    // attack: K2-41
    #expect(proxy.process.errors == "coatcheck: POST /a/b 200\n")
  }

  // attack: K2-38
  @Test("cookies and CORS fields of the API are not passed back")
  func fieldsOfResponses() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try CannedServer(
      status: """
        200 OK\r
        Set-Cookie: session=1\r
        Access-Control-Allow-Origin: *\r
        X-Hop: 1\r
        X-Own: 1
        """, json: #"{"a":1}"#)
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    let response = await proxy.send("GET /a")
    #expect(response.hasPrefix("HTTP/1.1 200 ") && response.hasSuffix("\r\n\r\n{\"a\":1}"))
    let fields = response.lowercased()
    #expect(fields.contains("\r\nx-own: 1\r\n") && fields.contains("\r\ncontent-length: 7\r\n"))
    #expect(!fields.contains("set-cookie") && !fields.contains("access-control"))
    await proxy.stop()
  }

  // attack: K2-39
  @Test("a redirect is returned: the token goes to no other server")
  func redirect() async throws {
    let (stage, _) = try await Stage.signedIn()
    let other = try CannedServer(json: "{}")
    let api = try CannedServer(
      status: "302 Found\r\nLocation: http://127.0.0.1:\(other.port)/a", json: "")
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    let response = await proxy.send("GET /a")
    #expect(response.hasPrefix("HTTP/1.1 302 "))
    #expect(response.contains("http://127.0.0.1:\(other.port)/a") && other.requests.isEmpty)
    await proxy.stop()
  }

  // attack: K2-40
  @Test(
    "no other user can open the socket or read the secret",
    .enabled(if: geteuid() == 0, "another user can be tried by root alone"))
  func otherUsers() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try CannedServer(json: "{}")
    // The folders above are open to all users, so only the permissions of the socket decide.
    chmod(stage.sandbox.folder, 0o755)
    let socket = stage.sandbox.folder + "/open.sock"
    let process = try stage.sandbox.start(
      ["proxy", "--to", "http://127.0.0.1:\(api.port)", "--socket", socket])
    #expect(try await RunningProxy.firstLine(of: process) == socket)
    let curl = ["curl", "-sS", "--unix-socket", socket, "http://localhost/a"]
    let other = try await stage.run(
      ["--reuid", "65534", "--regid", "65534", "--clear-groups"] + curl, program: "setpriv")
    #expect(other.output.isEmpty && api.requests.isEmpty, "\(other.errors)")
    let own = try await stage.run(Array(curl.dropFirst()), program: "curl", exits: 0)
    #expect(own.output == "{}" && api.requests.count == 1)
    process.send(SIGTERM)
    #expect(await process.ended() == .exit(143))
    #expect(access(socket, F_OK) != 0)
  }

  /// Input that is not HTTP, or that two parsers could read differently.
  private static let malformed = [
    "GET /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nX-Long: {long}\r\n\r\n",
    "GET /{long} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nX Space: 1\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nX-Space : 1\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ]

  // attack: K2-56
  @Test("malformed or ambiguous HTTP ends its connection, and does not reach the API")
  func framing() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try CannedServer(json: "{}")
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    for text in Self.malformed {
      let bytes = text.replacing("{port}", with: "\(proxy.port)")
        .replacing("{secret}", with: proxy.secret)
        .replacing("{long}", with: String(repeating: "x", count: 200_000))
      let answer = await AddressedTransport(from: "127.0.0.1", to: proxy.port)
        .exchange(Array(bytes.utf8))
      let response = String(decoding: answer, as: UTF8.self)
      #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 4"), "\(text): \(response)")
    }
    #expect(api.requests.isEmpty)
    #expect(await proxy.send("GET /a").hasPrefix("HTTP/1.1 200 "))
    await proxy.stop()
  }

  // attack: K2-55
  @Test("a file at the path of the socket stays, unless it is the socket of a killed proxy")
  func taken() async throws {
    let (stage, _) = try await Stage.signedIn()
    let file = stage.sandbox.folder + "/file"
    try Data("mine".utf8).write(to: URL(filePath: file))
    let link = stage.sandbox.folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    for path in [file, link] {
      let run = try await stage.run(
        ["proxy", "--to", "https://api.example", "--socket", path], exits: 2)
      #expect(run.errors.contains("is there already, and is no socket of yours"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }
    let long = stage.sandbox.folder + "/" + String(repeating: "x", count: 120)
    let run = try await stage.run(
      ["proxy", "--to", "https://api.example", "--socket", long], exits: 2)
    #expect(run.errors.contains("is too long for a socket"))
  }
}
