// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Responses whose body is read while it is received.
extension StreamingTests {
  @Test("does not time out while the program reads it slowly")
  func slowReader() async throws {
    let clock = SteppedClock()
    let response = try await Transfer.open(
      HTTPRequest(to: "https://op.example/"),
      limit: .standard, environment: clock.environment, late: .unreachable(.timedOut, ""),
      failure: { OAuthError.known($0) ?? .misused("test", "\($0)") }
    ) { transfer in
      try await transfer.received(HTTPResponse(status: .ok))
      for number in 0..<3 { try await transfer.received(chunk: Data([UInt8(number)])) }
    }
    var read = Data()
    for try await chunk in response.body {
      read += chunk
      // Waits until the next chunk is ready.
      try await Task.sleep(for: .milliseconds(50))
      clock.advance(.seconds(3600))
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(read == Data([0, 1, 2]))
  }

  @Test("is received no faster than it is read")
  func backpressure() async throws {
    let written = Counter()
    let server = try RawServer.streaming { request in
      guard request.socket.write(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)) else {
        return
      }
      Flood.pour(64 << 20, into: request.socket) { written.add($0) }
    }
    var response: StreamedResponse? = try await transport.open(
      server.request(.get), body: .empty, limit: .unlimited)
    var chunks = try #require(response).body.makeAsyncIterator()
    _ = try await chunks.next()
    // Waits until the server cannot write more.
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
    "that is discarded, or whose task is cancelled, closes the connection",
    arguments: [true, false])
  func hangUp(isCancelled: Bool) async throws {
    let events = Log<String>()
    let server = try RawServer.streaming { request in
      if !isCancelled {
        request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345".utf8))
      }
      events.add("request")
      while request.socket.isOpen() { Thread.sleep(forTimeInterval: 0.01) }
      events.add("closed")
    }
    if isCancelled {
      let task = Task {
        try await transport.open(server.request(.get), body: .empty, limit: .unlimited)
      }
      try await eventually { events.entries.count == 1 }
      task.cancel()
      #expect(await failure { try await task.value }?.code == .cancelled)
    } else {
      let response = try await transport.open(server.request(.get), body: .empty, limit: .unlimited)
      var chunks = response.body.makeAsyncIterator()
      #expect(try await chunks.next() == Data("12345".utf8))
      try await eventually { events.entries.count == 1 }
      _ = consume chunks
    }
    try await eventually { events.entries.count == 2 }
  }

  // attack: C-24
  @Test(
    "that is longer than its limit is refused, with or without Content-Length",
    arguments: [true, false])
  func limit(isAnnounced: Bool) async throws {
    let server = try RawServer.streaming { request in
      let length = isAnnounced ? "Content-Length: 1000\r\n" : "Connection: close\r\n"
      request.socket.write(Array("HTTP/1.1 200 OK\r\n\(length)\r\n".utf8))
      request.socket.write([UInt8](repeating: 0x20, count: 1000))
    }
    await expectError(outcome: .unreadable, status: 200) {
      let response = try await transport.open(
        server.request(.get), body: .empty, limit: ResponseLimit(bytes: 999))
      return try await response.body.collect()
    }
  }

  @Test("that is only announced, as for HEAD, is empty")
  func head() async throws {
    let server = try RawServer.streaming { request in
      request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8))
    }
    let response = try await transport.open(
      server.request(.head), body: .empty, limit: ResponseLimit(bytes: 10))
    #expect(response.length == nil)
    #expect(try await response.body.collect().isEmpty)
  }
}
