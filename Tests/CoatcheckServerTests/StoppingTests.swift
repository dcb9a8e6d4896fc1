// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A listener that is stopped while connections come", .serialized, .timeLimit(.minutes(10)))
struct StoppingTests {
  /// Opens connections one after the other until one is refused. It sends nothing.
  private final class Caller: Sendable {
    private let state = Mutex<(open: [Int32], isDone: Bool)>(([], false))

    init(port: Int) {
      Thread.detachNewThread {
        for _ in 0..<500 {
          guard let connection = SlowPeer.connected(to: port) else { break }
          self.state.withLock { $0.open.append(connection) }
        }
        self.state.withLock { $0.isDone = true }
      }
    }

    var count: Int { state.withLock { $0.open.count } }
    var isDone: Bool { state.withLock { $0.isDone } }

    /// The number of connections that the server closed. Waits at most ten seconds for each.
    func closed() async throws -> Int {
      var count = 0
      for connection in state.withLock(\.open) {
        if try await Self.isClosed(connection) { count += 1 }
        close(connection)
      }
      return count
    }

    private static func isClosed(_ connection: Int32) async throws -> Bool {
      // A connection that was never accepted notices that only when it sends.
      var byte = UInt8(ascii: "G")
      send(connection, &byte, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      for _ in 0..<2000 {
        let count = recv(connection, &byte, 1, Int32(MSG_DONTWAIT))
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return true }
        try await Task.sleep(for: .milliseconds(5))
      }
      return false
    }
  }

  @Test(
    "closes all accepted connections, also those that no handler serves yet", arguments: 0..<8)
  func stop(_ round: Int) async throws {
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let listener = HTTPListener(
      host: "127.0.0.1", port: 0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      try await listener.run(until: .onCancellation, listening: { bound.yield($0) }) { _ in
        { _ in ServedResponse(head: HTTPResponse(status: .noContent)) }
      }
    }
    var iterator = ports.makeAsyncIterator()
    let port = try #require(await iterator.next())
    let callers = (0..<4).map { _ in Caller(port: port) }
    while callers.reduce(0, { $0 + $1.count }) < 20 + round {
      try await Task.sleep(for: .microseconds(200))
    }
    running.cancel()
    _ = await running.result
    while !callers.allSatisfy(\.isDone) { try await Task.sleep(for: .milliseconds(1)) }
    for caller in callers { #expect(try await caller.closed() == caller.count) }
  }
}
