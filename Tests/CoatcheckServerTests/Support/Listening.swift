// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Runs a listener with the limits of a test.
enum Listening {
  /// Runs a test with a listener, and stops the listener.
  static func run(
    _ limits: HTTPLimits, _ addresses: ClientAddresses = .ofConnections,
    responder: @escaping Responder, _ test: (_ port: Int) async throws -> Void
  ) async throws {
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    let listener = HTTPListener(
      host: "127.0.0.1", port: 0, limits: limits, addresses: addresses,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { bound.finish() }
      try await listener.run(until: .onCancellation, listening: { bound.yield($0) }) { _ in
        responder
      }
    }
    var iterator = ports.makeAsyncIterator()
    do {
      if let port = await iterator.next() { try await test(port) }
      running.cancel()
      _ = await running.result
    } catch {
      running.cancel()
      _ = await running.result
      throw error
    }
  }
}
