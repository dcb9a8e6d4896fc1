// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A streamed body", .timeLimit(.minutes(10)))
struct StreamingTests {
  let transport = AsyncHTTPTransport(proxies: .direct)

  /// A server that answers with the framing, the length and the hash of the body.
  private func digesting() throws -> RawServer {
    try RawServer.streaming { request in
      guard let digest = request.digest() else { return }
      let framing = request.fields["content-length"] ?? request.fields["transfer-encoding"] ?? "-"
      request.answer("200 OK", body: "\(framing) \(digest.count) \(hex(digest.hash))")
    }
  }

  static let bytes = Data((0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) })

  private static let pieces: @Sendable () -> AsyncStream<Data> = {
    AsyncStream.pieces(of: bytes, each: 7919)
  }

  static let bodies: [Case<(@Sendable (Folder) throws -> RequestBody, framing: String)>] = [
    Case("in memory", ({ _ in .data(bytes) }, "200001")),
    Case(
      "from a file",
      (
        { folder in
          try bytes.write(to: URL(fileURLWithPath: folder.path + "/body"))
          return .file(path: folder.path + "/body")
        }, "200001"
      )),
    Case("of known length", ({ _ in .stream(length: 200_001) { pieces() } }, "200001")),
    Case("of unknown length", ({ _ in .stream { pieces() } }, "chunked")),
    Case("that can be read only once", ({ _ in .once(pieces()) }, "chunked")),
  ]

  @Test("arrives unchanged, and reports its progress", arguments: bodies)
  func arrival(
    _ row: Case<(@Sendable (Folder) throws -> RequestBody, framing: String)>
  ) async throws {
    let folder = try Folder()
    let server = try digesting()
    let sent = Log<Int64>()
    let body = try row.value.0(folder).reporting { count, _ in sent.add(count) }
    let response = try await transport.open(server.request(.post), body: body)
    let text = String(decoding: try await response.body.collect(), as: UTF8.self)
    #expect(text == "\(row.value.framing) 200001 \(hex(SHA256.hash(data: Self.bytes)))")
    #expect(sent.entries == sent.entries.sorted())
    #expect(sent.entries.last == 200_001)
  }

  @Test("is read into memory for a transport without streams")
  func defaultImplementation() async throws {
    let transport = AnsweringTransport { _ in AnsweringTransport.json(["a": "b"]) }
    let folder = try Folder()
    for row in Self.bodies {
      let response = try await transport.open(
        HTTPRequest(.post, to: "https://op.example/"),
        body: row.value.0(folder))
      #expect(response.head.status == .ok)
      #expect(try await response.body.collect() == Data(#"{"a":"b"}"#.utf8))
    }
    #expect(transport.requests.count == Self.bodies.count)
  }

  @Test("of a missing or irregular file is refused before anything is sent", arguments: 0...2)
  func unusableFile(_ number: Int) async throws {
    let folder = try Folder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let path = [folder.path + "/none", folder.path, pipe][number]
    let hits = Counter()
    let server = try RawServer.streaming { _ in hits.add(1) }
    await expectError(outcome: .misused, naming: "body") {
      try await transport.open(server.request(.post), body: .file(path: path))
    }
    #expect(hits.value == 0)
  }

  /// A stream that fails after a kilobyte.
  private func failing(by error: any Error) -> RequestBody {
    .stream {
      AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data(count: 1000))
        continuation.finish(throwing: error)
      }
    }
  }

  enum Change: CaseIterable, Sendable { case longer, shorter, other }

  @Test(
    "of a file that changes is never sent as a complete request", arguments: Change.allCases)
  func changingFile(_ change: Change) async throws {
    let folder = try Folder()
    let path = folder.path + "/body"
    try Data(count: 1 << 20).write(to: URL(fileURLWithPath: path))
    // Sets an old date, because the clock of a file system is coarse.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: path)
    let hasChanged = Mutex(false)
    let body = RequestBody.file(path: path).reporting { _, _ in
      let isFirst = hasChanged.withLock { hasChanged in
        defer { hasChanged = true }
        return !hasChanged
      }
      guard isFirst, let file = FileHandle(forUpdatingAtPath: path) else { return }
      switch change {
      case .longer:
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data(count: 1))
      case .shorter: try? file.truncate(atOffset: 1 << 19)
      case .other: try? file.write(contentsOf: Data([1]))
      }
      try? file.close()
    }
    let error = try await incomplete(body)
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "body")
  }

  @Test(
    "of another length than declared never makes a complete request", arguments: [200_000, 200_002])
  func wrongLength(_ length: Int64) async throws {
    let error = try await incomplete(.stream(length: length) { Self.pieces() })
    #expect(error?.outcome == .misused)
  }

  /// A body of one megabyte and, after a pause, another chunk or the end. A server that only reads the
  /// megabyte has responded and closed the connection by then.
  private func megabyte(then last: Data?) -> RequestBody {
    .stream(length: 1 << 20) {
      let sent = Mutex(0)
      return AsyncStream<Data> {
        let count = sent.withLock { sent in
          sent += 1
          return sent
        }
        if count <= 16 { return Data(count: 64 << 10) }
        try? await Task.sleep(for: .milliseconds(50))
        return last
      }
    }
  }

  @Test("with a chunk after the last byte declared never makes a complete request")
  func excessChunk() async throws {
    let error = try await incomplete(megabyte(then: Data(count: 1)))
    #expect(error?.outcome == .misused)
  }

  @Test("that fails while it is read ends the request with an error about the body")
  func failingStream() async throws {
    struct Problem: Error {}
    #expect(try await incomplete(failing(by: Problem()))?.parameter == "body")
  }

  @Test(
    "ends at the idle deadline when the server stops reading or writing", arguments: [true, false])
  func stalledServer(isUpload: Bool) async throws {
    let server = try RawServer.streaming { request in
      if !isUpload {
        request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345".utf8))
      }
      // The server sends no more and reads nothing.
      while request.socket.isOpen() { Thread.sleep(forTimeInterval: 0.02) }
    }
    let limit = ResponseLimit(bytes: 100, deadline: .milliseconds(300))
    await expectError(code: .timedOut) {
      let body = RequestBody.stream(length: 100 << 20) { AsyncStream { Data(count: 64 << 10) } }
      let response = try await transport.open(
        server.request(isUpload ? .post : .get), body: isUpload ? body : .empty, limit: limit)
      return try await response.body.collect()
    }
  }

  @Test("does not time out while the program makes it slowly")
  func slowProgram() async throws {
    let clock = SteppedClock()
    let server = try digesting()
    let body = RequestBody.stream {
      let left = Mutex(3)
      return AsyncStream<Data> {
        clock.advance(.seconds(3600))
        // The idle watch checks the clock during this sleep or later: neither may end the transfer.
        try? await Task.sleep(for: .milliseconds(20))
        return left.withLock { left in
          left -= 1
          return left < 0 ? nil : Data(count: 10)
        }
      }
    }
    let transport = AsyncHTTPTransport(proxies: .direct, environment: clock.environment)
    let response = try await transport.open(server.request(.post), body: body)
    #expect(String(decoding: try await response.body.collect(), as: UTF8.self).contains(" 30 "))
  }

  @Test("to a closed port fails with its own error, not with cancelled")
  func closedPort() async throws {
    // No server listens on this port.
    let request = HTTPRequest(.post, to: "http://127.0.0.1:1/")
    for _ in 0..<300 {
      let error = await failure { try await transport.open(request, body: .data(Self.bytes)) }
      #expect(error?.code == .connectionFailed)
    }
  }

  @Test("that the program cancels ends as cancelled")
  func givenUp() async throws {
    #expect(try await incomplete(failing(by: CancellationError()))?.code == .cancelled)
  }

  @Test("never looks complete when its task is cancelled, although an AsyncStream just ends then")
  func cancelledStream() async throws {
    let body = RequestBody.stream { AsyncStream<Data> { $0.yield(Data(count: 10)) } }
    let gate = Gate()
    let sending = Task {
      var chunks = try await body.chunks().makeAsyncIterator()
      _ = try await chunks.next()
      await gate.pass()
      return try await chunks.next()
    }
    await gate.arrived()
    sending.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await sending.value }
  }

  @Test("gets the whole response of a server that closes the connection once it has the last byte")
  func closingServer() async throws {
    let server = try RawServer.streaming { request in
      guard let body = request.body() else { return }
      request.answer("200 OK", body: String(repeating: "a", count: body.count))
    }
    for _ in 0..<10 {
      let response = try await transport.open(server.request(.post), body: megabyte(then: nil))
      #expect(try await response.body.collect().count == 1 << 20)
    }
  }

  @Test("gets an early response while it is still being sent")
  func earlyAnswer() async throws {
    let server = try RawServer.streaming { request in
      request.answer("413 Content Too Large", body: "too long")
      // Closing the connection at once could discard the response.
      _ = request.body { _ in }
    }
    let sent = Log<Int64>()
    let body = RequestBody.stream(length: 1 << 30) { AsyncStream { Data(count: 64 << 10) } }
      .reporting { count, _ in sent.add(count) }
    let response = try await transport.open(server.request(.post), body: body)
    #expect(response.head.status.code == 413)
    #expect(try await response.body.collect() == Data("too long".utf8))
    #expect(sent.entries.last ?? 0 < 1 << 30)
  }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
