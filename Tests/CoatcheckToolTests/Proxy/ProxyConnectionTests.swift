// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The connections of a proxy", .timeLimit(.minutes(20)))
struct ProxyConnectionTests {
  /// Requests on one connection, and the statuses of the responses to them.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let requests: String
    let statuses: [Int]
    /// Texts that the responses have to contain, or must not contain.
    var has: [String] = []
    var lacks: [String] = []
    var testDescription: String { name }
  }

  private static let own = "Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret}\r\n"
  private static let last = "GET /b HTTP/1.1\r\n\(own)Connection: close\r\n\r\n"

  private static let rows = [
    Row(
      name: "two requests, the second before the first response",
      requests: "GET /a HTTP/1.1\r\n\(own)\r\n" + last, statuses: [200, 200]),
    Row(
      name: "a HEAD", requests: "HEAD /a HTTP/1.1\r\n\(own)\r\n" + last, statuses: [200, 200],
      lacks: ["Transfer-Encoding"]),
    Row(
      name: "a HEAD that is refused",
      requests: "HEAD /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n" + last, statuses: [401, 200],
      lacks: ["wants its secret"]),
    Row(
      name: "a body", requests: "POST /a HTTP/1.1\r\n\(own)Content-Length: 5\r\n\r\nhello" + last,
      statuses: [200, 200], has: ["\r\n\r\nhelloHTTP/1.1 200"]),
    Row(
      name: "a body in chunks",
      requests:
        "POST /a HTTP/1.1\r\n\(own)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        + last, statuses: [200, 200], has: ["\r\n\r\nhelloHTTP/1.1 200"]),
    // After `Upgrade` nothing more is read from the connection.
    Row(
      name: "an offer of another protocol (Upgrade)",
      requests: "GET /a HTTP/1.1\r\n\(own)Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
      statuses: [200], has: ["Connection: close"]),
    Row(
      name: "a tunnel (CONNECT)", requests: "CONNECT a:1 HTTP/1.1\r\n\(own)\r\n", statuses: [405],
      has: ["Connection: close"]),
    Row(
      name: "HTTP/1.0", requests: "GET /a HTTP/1.0\r\n\(own)Connection: keep-alive\r\n\r\n",
      statuses: [200], has: ["Connection: close"], lacks: ["Transfer-Encoding"]),
    Row(
      name: "a refusal before the body is sent",
      requests:
        "POST /a HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
      statuses: [401], has: ["Connection: close"], lacks: ["100 Continue"]),
    Row(
      name: "a target that is no URI", requests: "GET /a?b=c|d HTTP/1.1\r\n\(own)\r\n" + last,
      statuses: [400, 200], has: ["http_request_error"]),
  ]

  @Test("each request has its response, and a connection that cannot be used again ends")
  func responses() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try EchoServer()
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    for row in Self.rows {
      let text = row.requests.replacing("{port}", with: "\(proxy.port)")
        .replacing("{secret}", with: proxy.secret)
      let bytes = await AddressedTransport(from: "127.0.0.1", to: proxy.port)
        .exchange(Array(text.utf8))
      let response = String(decoding: bytes, as: UTF8.self)
      let statuses = response.components(separatedBy: "HTTP/1.1 ").dropFirst()
        .compactMap { Int($0.prefix(3)) }
      #expect(statuses == row.statuses, "\(row.name): \(response)")
      #expect(row.has.allSatisfy(response.contains), "\(row.name): \(response)")
      #expect(!row.lacks.contains(where: response.contains), "\(row.name): \(response)")
    }
    await proxy.stop()
  }

  @Test("a caller that reads slowly gets the whole of a response after which the connection ends")
  func slowReader() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try EchoServer()
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    let (film, copy) = (stage.sandbox.folder + "/film", stage.sandbox.folder + "/copy")
    try Data(repeating: 0x5A, count: 6 << 20).write(to: URL(filePath: film))
    _ = try await stage.run(
      [
        "-sS", "--limit-rate", "3M", "-H", "Authorization: Bearer \(proxy.secret)", "-H",
        "Connection: close", "-T", film, "-o", copy, "http://127.0.0.1:\(proxy.port)/film",
      ], program: "curl", exits: 0)
    #expect(FileManager.default.contentsEqual(atPath: film, andPath: copy))
    await proxy.stop()
  }

  @Test(
    "a request to the API is cancelled when its caller has closed the connection"
  )
  func goneCallers() async throws {
    let (stage, _) = try await Stage.signedIn()
    let silent = try SilentServer()
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(silent.port)", on: stage)
    for _ in 0..<3 {
      let gone = try await stage.run(
        [
          "-sS", "-m", "1", "-H", "Authorization: Bearer \(proxy.secret)",
          "http://127.0.0.1:\(proxy.port)/a",
        ], program: "curl")
      #expect(await gone.ended() == .exit(28))
    }
    #expect(silent.opened == 3)
    while silent.closed < 3 { try await Task.sleep(for: .milliseconds(50)) }
    await proxy.stop()
  }

  @Test("the port of a proxy that has ended can be used at once")
  func port() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try EchoServer()
    let address = "http://127.0.0.1:\(api.port)"
    let first = try await RunningProxy.start(to: address, on: stage)
    #expect(try await first.call("/a").status == 200)
    await first.stop()
    let second = try await RunningProxy.start(to: address, port: first.port, on: stage)
    #expect(second.port == first.port && second.secret != first.secret)
    // A kept connection of the first one is not used again.
    #expect(await second.send("GET /a").hasPrefix("HTTP/1.1 200 "))
    await second.stop()
  }

  @Test("of several proxies that start at once at the path of a killed one, exactly one listens")
  func together() async throws {
    let (stage, _) = try await Stage.signedIn()
    let api = try CannedServer(json: "{}")
    let socket = stage.sandbox.folder + "/s"
    let words = ["proxy", "--to", "http://127.0.0.1:\(api.port)", "--socket", socket]
    let killed = try stage.sandbox.start(words)
    _ = try await RunningProxy.firstLine(of: killed)
    killed.send(SIGKILL)
    _ = await killed.ended()
    let proxies = try (0..<4).map { _ in try stage.sandbox.start(words) }
    while proxies.filter(\.isRunning).count > 1 { try await Task.sleep(for: .milliseconds(20)) }
    let running = try #require(proxies.first { $0.isRunning })
    _ = try await RunningProxy.firstLine(of: running)
    for proxy in proxies where proxy !== running { #expect(await proxy.ended() == .exit(2)) }
    let curl = ["-sS", "--unix-socket", socket, "http://localhost/a"]
    #expect(try await stage.run(curl, program: "curl", exits: 0).output == "{}")
    // At its end a proxy removes only the socket that it has made.
    unlink(socket)
    try Data().write(to: URL(filePath: socket))
    running.send(SIGINT)
    _ = await running.ended()
    #expect(access(socket, F_OK) == 0)
  }
}
