// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A streamed body", .timeLimit(.minutes(10)))
struct StreamingTests {
  let transport = AsyncHTTPTransport(proxies: .direct)

  private func request(
    _ server: StreamServer, _ method: HTTPRequest.Method = .post, _ path: String = "/"
  ) -> HTTPRequest {
    HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path)
  }

  /// Answers with the length and the hash of what came.
  private func digesting() throws -> StreamServer {
    try StreamServer { request in
      guard let digest = request.digest() else { return }
      let framing = request.fields["content-length"] ?? request.fields["transfer-encoding"] ?? "-"
      request.answer("200 OK", body: "\(framing) \(digest.count) \(hex(digest.hash))")
    }
  }

  static let bytes = Data((0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) })

  private static let pieces: @Sendable () -> AsyncStream<Data> = {
    AsyncStream { continuation in
      for start in stride(from: 0, to: bytes.count, by: 7919) {
        continuation.yield(bytes[start..<min(start + 7919, bytes.count)])
        continuation.yield(Data())
      }
      continuation.finish()
    }
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
    Case("that there is only once", ({ _ in .once(pieces()) }, "chunked")),
  ]

  @Test("arrives as it is, and tells how far it came", arguments: bodies)
  func arrival(
    _ row: Case<(@Sendable (Folder) throws -> RequestBody, framing: String)>
  ) async throws {
    let folder = try Folder()
    let server = try digesting()
    let sent = Log<Int64>()
    let body = try row.value.0(folder).reporting { count, _ in sent.add(count) }
    let response = try await transport.open(request(server), body: body, limit: .standard)
    let text = String(decoding: try await response.body.collect(), as: UTF8.self)
    #expect(text == "\(row.value.framing) 200001 \(hex(SHA256.hash(data: Self.bytes)))")
    #expect(sent.entries == sent.entries.sorted())
    #expect(sent.entries.last == 200_001)
  }

  @Test("is read into memory for a transport without streams")
  func defaultImplementation() async throws {
    let transport = RecordingTransport { _ in .json(["a": "b"]) }
    let folder = try Folder()
    for row in Self.bodies {
      let response = try await transport.open(
        HTTPRequest(method: .post, scheme: "https", authority: "op.example", path: "/"),
        body: row.value.0(folder), limit: .standard)
      #expect(response.head.status == .ok)
      #expect(try await response.body.collect() == Data(#"{"a":"b"}"#.utf8))
    }
    #expect(transport.addresses.count == Self.bodies.count)
  }

  @Test("that is not there or is not plain is refused before anything is sent", arguments: 0...2)
  func unusableFile(_ number: Int) async throws {
    let folder = try Folder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let path = [folder.path + "/none", folder.path, pipe][number]
    let hits = Counter()
    let server = try StreamServer { _ in hits.add(1) }
    let error = await failure {
      try await transport.open(request(server), body: .file(path: path), limit: .standard)
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "body")
    #expect(hits.value == 0)
  }

  enum Change: CaseIterable, Sendable { case longer, shorter, other }

  @Test(
    "from a file that changes meanwhile never makes a complete request", arguments: Change.allCases)
  func changingFile(_ change: Change) async throws {
    let folder = try Folder()
    let path = folder.path + "/body"
    try Data(count: 1 << 20).write(to: URL(fileURLWithPath: path))
    // The clock of a file system is coarse.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: path)
    let complete = Log<Bool>()
    let server = try StreamServer { complete.add($0.digest() != nil) }
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
    let error = await failure {
      try await transport.open(request(server), body: body, limit: .standard)
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "body")
    try await eventually { complete.entries.count == 1 }
    #expect(complete.entries == [false])
  }

  @Test(
    "of another length than was said never makes a complete request", arguments: [200_000, 200_002])
  func wrongLength(_ length: Int64) async throws {
    let complete = Log<Bool>()
    let server = try StreamServer { complete.add($0.digest() != nil) }
    let error = await failure {
      try await transport.open(
        request(server), body: .stream(length: length) { Self.pieces() }, limit: .standard)
    }
    #expect(error?.outcome == .misused)
    try await eventually { complete.entries.count == 1 }
    #expect(complete.entries == [false])
  }

  @Test("that fails while it is made ends the request with its own error")
  func failingStream() async throws {
    let complete = Log<Bool>()
    let server = try StreamServer { complete.add($0.digest() != nil) }
    struct Problem: Error {}
    let body = RequestBody.stream {
      AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data(count: 1000))
        continuation.finish(throwing: Problem())
      }
    }
    let error = await failure {
      try await transport.open(request(server), body: body, limit: .standard)
    }
    #expect(error?.parameter == "body")
    try await eventually { complete.entries.count == 1 }
    #expect(complete.entries == [false])
  }

  @Test(
    "that nobody reads is an end after the idle deadline, on either side", arguments: [true, false])
  func stalledServer(isUpload: Bool) async throws {
    let server = try StreamServer { request in
      if !isUpload {
        request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345".utf8))
      }
      // The rest never comes, and what comes is not read.
      while request.socket.isOpen() { Thread.sleep(forTimeInterval: 0.02) }
    }
    let limit = ResponseLimit(bytes: 100, deadline: .milliseconds(300))
    let error = await failure {
      let body = RequestBody.stream(length: 100 << 20) {
        AsyncStream { Data(count: 64 << 10) }
      }
      let response = try await transport.open(
        request(server, isUpload ? .post : .get), body: isUpload ? body : .empty, limit: limit)
      return try await response.body.collect()
    }
    #expect(error?.code == .timedOut)
  }

  @Test("may take its time to be made")
  func slowProgram() async throws {
    let clock = SteppedClock()
    let server = try digesting()
    let body = RequestBody.stream {
      let left = Mutex(3)
      return AsyncStream<Data> {
        clock.advance(.seconds(3600))
        // The watch has looked at the clock meanwhile, or looks at it later: both must do.
        try? await Task.sleep(for: .milliseconds(20))
        return left.withLock { left in
          left -= 1
          return left < 0 ? nil : Data(count: 10)
        }
      }
    }
    let transport = AsyncHTTPTransport(proxies: .direct, environment: clock.environment)
    let response = try await transport.open(request(server), body: body, limit: .standard)
    #expect(String(decoding: try await response.body.collect(), as: UTF8.self).contains(" 30 "))
  }

  @Test("may take its time to be read")
  func slowReader() async throws {
    let clock = SteppedClock()
    let response = try await Transfer.open(
      HTTPRequest(method: .get, scheme: "https", authority: "op.example", path: "/"),
      limit: .standard, environment: clock.environment, late: .unreachable(.timedOut, ""),
      failure: { OAuthError.known($0) ?? .misused("test", "\($0)") }
    ) { transfer in
      try await transfer.received(HTTPResponse(status: .ok))
      for number in 0..<3 { try await transfer.received(chunk: Data([UInt8(number)])) }
    }
    var read = Data()
    for try await chunk in response.body {
      read += chunk
      // Until the next chunk waits to be taken.
      try await Task.sleep(for: .milliseconds(50))
      clock.advance(.seconds(3600))
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(read == Data([0, 1, 2]))
  }

  @Test("with nobody to go to says so, and not that it was cancelled")
  func nobodyThere() async throws {
    // Nobody listens on this port.
    let request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:1", path: "/")
    for _ in 0..<300 {
      let error = await failure {
        try await transport.open(request, body: .data(Self.bytes), limit: .standard)
      }
      #expect(error?.code == .connectionFailed)
    }
  }

  @Test("that the program gives up ends as cancelled")
  func givenUp() async throws {
    let complete = Log<Bool>()
    let server = try StreamServer { complete.add($0.digest() != nil) }
    let body = RequestBody.stream {
      AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data(count: 1000))
        continuation.finish(throwing: CancellationError())
      }
    }
    let error = await failure {
      try await transport.open(request(server), body: body, limit: .standard)
    }
    #expect(error?.code == .cancelled)
    try await eventually { complete.entries.count == 1 }
    #expect(complete.entries == [false])
  }

  @Test("gets an early answer while it is still being sent")
  func earlyAnswer() async throws {
    let server = try StreamServer { request in
      request.answer("413 Content Too Large", body: "too long")
      // Hanging up at once could take the answer away again.
      _ = request.body { _ in }
    }
    let sent = Log<Int64>()
    let body = RequestBody.stream(length: 1 << 30) { AsyncStream { Data(count: 64 << 10) } }
      .reporting { count, _ in sent.add(count) }
    let response = try await transport.open(request(server), body: body, limit: .standard)
    #expect(response.head.status.code == 413)
    #expect(try await response.body.collect() == Data("too long".utf8))
    #expect(sent.entries.last ?? 0 < 1 << 30)
  }

  @Test("comes no faster than it is read")
  func backpressure() async throws {
    let written = Counter()
    let server = try StreamServer { request in
      guard request.socket.write(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)) else {
        return
      }
      Flood.pour(64 << 20, into: request.socket) { written.add($0) }
    }
    var response: StreamedResponse? = try await transport.open(
      request(server, .get), body: .empty, limit: .unlimited)
    var chunks = try #require(response).body.makeAsyncIterator()
    _ = try await chunks.next()
    // Until nothing more moves.
    var before = -1
    try await eventually {
      defer { before = written.value }
      try await Task.sleep(for: .milliseconds(100))
      return written.value == before
    }
    #expect(written.value < 16 << 20)
    var count = 0
    while let chunk = try await chunks.next() { count += chunk.count }
    #expect(count > 60 << 20)
    response = nil
  }

  @Test(
    "that is let go of, or whose task is cancelled, closes the connection",
    arguments: [true, false])
  func hangUp(isCancelled: Bool) async throws {
    let events = Log<String>()
    let server = try StreamServer { request in
      if !isCancelled {
        request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345".utf8))
      }
      events.add("request")
      while request.socket.isOpen() { Thread.sleep(forTimeInterval: 0.01) }
      events.add("closed")
    }
    if isCancelled {
      let task = Task {
        try await transport.open(request(server, .get), body: .empty, limit: .unlimited)
      }
      try await eventually { events.entries.count == 1 }
      task.cancel()
      #expect(await failure { try await task.value }?.code == .cancelled)
    } else {
      let response = try await transport.open(
        request(server, .get), body: .empty, limit: .unlimited)
      var chunks = response.body.makeAsyncIterator()
      #expect(try await chunks.next() == Data("12345".utf8))
      try await eventually { events.entries.count == 1 }
      _ = consume chunks
    }
    try await eventually { events.entries.count == 2 }
  }

  // attack: C-24
  @Test("that is longer than its limit is cut off, announced or not", arguments: [true, false])
  func limit(isAnnounced: Bool) async throws {
    let server = try StreamServer { request in
      let length = isAnnounced ? "Content-Length: 1000\r\n" : "Connection: close\r\n"
      request.socket.write(Array("HTTP/1.1 200 OK\r\n\(length)\r\n".utf8))
      request.socket.write([UInt8](repeating: 0x20, count: 1000))
    }
    let error = await failure {
      let response = try await transport.open(
        request(server, .get), body: .empty, limit: ResponseLimit(bytes: 999))
      return try await response.body.collect()
    }
    #expect(error?.outcome == .unreadable)
    #expect(error?.status == 200)
  }

  @Test("that is only announced, as to HEAD, is empty")
  func head() async throws {
    let server = try StreamServer { request in
      request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8))
    }
    let response = try await transport.open(
      request(server, .head), body: .empty, limit: ResponseLimit(bytes: 10))
    #expect(response.length == nil)
    #expect(try await response.body.collect().isEmpty)
  }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
