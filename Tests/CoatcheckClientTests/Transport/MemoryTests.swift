// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Memory can only be measured where nothing else runs, so the first test starts this test bundle again for
/// each of the other tests alone.
@Suite("The memory of a client")
struct MemoryTests {
  private static let variable = "COATCHECK_MEMORY_PROBE"
  private static let isProbe = ProcessInfo.processInfo.environment[variable] != nil

  // attack: C-24
  @Test(
    "grows by less than 5 MB, for any amount of data that is sent or received",
    .enabled(if: !isProbe && FileManager.default.fileExists(atPath: "/proc/self/clear_refs")),
    arguments: ["probe", "uploadProbe", "multipartProbe", "downloadProbe"])
  func bounded(_ probe: String) async throws {
    let child = try ChildProcess(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path,
      [
        "--testing-library", "swift-testing", "--filter",
        "CoatcheckClientTests.MemoryTests/\(probe)\\(",
      ], environment: [Self.variable: "1"])
    let (said, status) = try await child.end()
    #expect(status == 0, "\(said)")
    // The test was run: a filter that matches nothing succeeds as well.
    #expect(said.contains("memory grew by"), "\(said)")
  }

  @Test("is measured in a process of its own", .enabled(if: isProbe), .timeLimit(.minutes(10)))
  func probe() async throws {
    let bomb = Gzip.bomb(1 << 20)
    let server = try RawServer { request, socket in
      switch request.split(separator: " ").dropFirst().first.map(String.init) {
      case "/announced":
        guard socket.write(Self.head("Content-Length: \(50 << 20)")) else { return }
        Flood.pour(50 << 20, into: socket, { _ in })
      case "/chunks":
        guard socket.write(Self.head("Transfer-Encoding: chunked")) else { return }
        Flood.pour(.max, into: socket, { _ in }, chunked: true)
      case "/drip":
        guard socket.write(Self.head("Content-Length: 1000")) else { return }
        while socket.write([0x20]) { Thread.sleep(forTimeInterval: 1) }
      case "/bomb":
        guard
          socket.write(Self.head("Content-Encoding: gzip", "Content-Length: \(bomb.count)"))
        else { return }
        socket.write(bomb)
      default: socket.write(Self.head("Content-Length: 0"))
      }
    }
    let transport = AsyncHTTPTransport(proxies: .direct)
    // What is allocated once is allocated before the measurement.
    for path in ["/small", "/announced", "/bomb"] {
      _ = try? await Self.get(server, path, transport)
    }
    let before = try Self.resetPeak()
    for path in ["/announced", "/chunks", "/bomb", "/announced", "/chunks", "/bomb"] {
      let error = await failure { try await Self.get(server, path, transport) }
      #expect(error?.outcome == .unreadable, "\(path)")
    }
    let start = ContinuousClock.now
    #expect(await failure { try await Self.get(server, "/drip", transport) }?.code == .timedOut)
    #expect(ContinuousClock.now - start >= .seconds(10))
    try Self.expectLittleGrowth(since: before)
  }

  private static let length = 200 << 20

  @Test(
    "of an upload is measured in a process of its own", .enabled(if: isProbe),
    .timeLimit(.minutes(10)))
  func uploadProbe() async throws {
    let folder = try Folder()
    let path = folder.path + "/film"
    try Data("film".utf8).write(to: URL(fileURLWithPath: path))
    #expect(truncate(path, off_t(Self.length)) == 0)
    let server = try Self.counting()
    let transport = AsyncHTTPTransport(proxies: .direct)
    let last = Mutex<Int64>(0)
    let upload = { @Sendable (path: String) async throws -> String in
      let body = RequestBody.file(path: path).reporting { sent, total in
        last.withLock { last in
          #expect(sent > last && sent <= total ?? 0)
          last = sent
        }
      }
      let response = try await transport.open(server.request(.put), body: body)
      return String(decoding: try await response.body.collect(), as: UTF8.self)
    }
    let small = folder.path + "/small"
    try Data(count: 1 << 20).write(to: URL(fileURLWithPath: small))
    #expect(try await upload(small) == "\(1 << 20)")
    last.withLock { $0 = 0 }
    let before = try Self.resetPeak()
    #expect(try await upload(path) == "\(Self.length)")
    #expect(last.withLock { $0 } == Int64(Self.length))
    try Self.expectLittleGrowth(since: before)
  }

  @Test(
    "of an upload of several files is measured in a process of its own", .enabled(if: isProbe),
    .timeLimit(.minutes(10)))
  func multipartProbe() async throws {
    let folder = try Folder()
    let server = try Self.counting()
    let transport = AsyncHTTPTransport(proxies: .direct)
    let upload = { @Sendable (length: Int) async throws -> Bool in
      let parts = try (0..<3).map { number in
        let path = folder.path + "/\(length)-\(number)"
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(truncate(path, off_t(length)) == 0)
        return FormPart.file(name: "film", path: path, contentType: "video/mp4")
      }
      let body = try RequestBody.multipart(parts + [.text(name: "title", value: "film")])
      let total = try #require(await body.chunks().length)
      let response = try await transport.open(server.request(.post), body: body)
      #expect(total > 3 * length)
      return String(decoding: try await response.body.collect(), as: UTF8.self) == "\(total)"
    }
    #expect(try await upload(1 << 20))
    let before = try Self.resetPeak()
    let start = ContinuousClock.now
    #expect(try await upload(64 << 20))
    let took = ContinuousClock.now - start
    try Self.expectLittleGrowth(since: before)
    print("192 MiB took \(took)")
  }

  @Test(
    "of a download is measured in a process of its own", .enabled(if: isProbe),
    .timeLimit(.minutes(10)))
  func downloadProbe() async throws {
    let folder = try Folder()
    let server = try RawServer.streaming { request in
      let length = request.path == "/small" ? 1 << 20 : Self.length
      guard request.socket.write(Self.head("Content-Length: \(length)")) else { return }
      Flood.pour(length, into: request.socket, { _ in })
    }
    let transport = AsyncHTTPTransport(proxies: .direct)
    let download = { @Sendable (name: String) async throws -> Int64 in
      try await transport.open(
        server.request(.get, "/" + name), body: .empty, limit: .unlimited
      ).save(to: folder.path + "/" + name)
    }
    #expect(try await download("small") == 1 << 20)
    let before = try Self.resetPeak()
    #expect(try await download("film") == Int64(Self.length))
    try Self.expectLittleGrowth(since: before)
  }

  private static func head(_ fields: String...) -> [UInt8] {
    Array(("HTTP/1.1 200 OK\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static func get(
    _ server: RawServer, _ path: String, _ transport: AsyncHTTPTransport
  ) async throws {
    _ = try await transport.send(
      HTTPRequest(to: "http://127.0.0.1:\(server.port)\(path)"),
      body: Data(), limit: .metadata)
  }

  /// The maximum resident size since it was reset, in kB.
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
    return try #require(Int(line.output.1))
  }

  /// Resets the maximum, and returns it.
  private static func resetPeak() throws -> Int {
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return try peak()
  }

  private static func expectLittleGrowth(since before: Int) throws {
    let growth = try peak() - before
    print("memory grew by \(growth) kB")
    #expect(growth < 5 << 10)
  }

  /// Answers with the length of each body.
  private static func counting() throws -> RawServer {
    try RawServer.streaming { request in
      var count = 0
      guard request.body({ count += $0.count }) else { return }
      request.answer("200 OK", body: "\(count)")
    }
  }
}
