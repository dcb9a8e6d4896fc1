// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
package import CoatcheckServer
import Foundation
package import Logging

/// An HTTP listener on a loopback port. It stops when the value is released.
package final class LoopbackHost: Sendable {
  /// The port it listens on.
  package let port: Int
  private let running: Task<Void, any Error>

  private init(port: Int, running: Task<Void, any Error>) {
    self.port = port
    self.running = running
  }

  deinit { running.cancel() }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - port: The port to bind; 0 for any free one.
  ///   - limits: The limits of a connection.
  ///   - clock: The time in responses.
  ///   - addresses: How the addresses of clients are found.
  ///   - logger: Receives the listener's log entries.
  ///   - responder: Makes the responder for the bound port.
  /// - Throws: If the port cannot be bound; the errors of `responder`.
  package static func start(
    on port: Int, limits: HTTPLimits, clock: TestClock,
    addresses: ClientAddresses = .ofConnections, logger: Logger,
    responder: @escaping @Sendable (_ port: Int) async throws -> Responder
  ) async throws -> LoopbackHost {
    try await stream(
      on: port, limits: limits, clock: clock, addresses: addresses, logger: logger
    ) { port in
      let responder = try await responder(port)
      return { .whole(await responder($0)) }
    }
  }

  /// Starts to listen, with responses that are written in pieces.
  static func stream(
    on port: Int, limits: HTTPLimits, clock: TestClock,
    addresses: ClientAddresses = .ofConnections, logger: Logger,
    pieces responder: @escaping @Sendable (_ port: Int) async throws -> StreamingResponder
  ) async throws -> LoopbackHost {
    var taken: (any Error)?
    for _ in 0..<100 {
      do {
        return try await listen(
          on: port == 0 ? TestPorts.candidate() : port, limits: limits, clock: clock,
          addresses: addresses, logger: logger, pieces: responder)
      } catch let error as ListeningError {
        taken = error
        // A child process holds copies of all sockets of this process between fork and exec, including the
        // previous listener on this port.
        if port != 0 { try await Task.sleep(for: .milliseconds(20)) }
      }
    }
    throw taken ?? OAuthError.misused("port", "no port is free")
  }

  private static func listen(
    on port: Int, limits: HTTPLimits, clock: TestClock, addresses: ClientAddresses,
    logger: Logger,
    pieces responder: @escaping @Sendable (_ port: Int) async throws -> StreamingResponder
  ) async throws -> LoopbackHost {
    let (ports, bound) = AsyncThrowingStream.makeStream(of: Int.self)
    var limits = limits
    limits.idle = .seconds(60)
    let listener = HTTPListener(
      host: "127.0.0.1", port: port, limits: limits, addresses: addresses,
      clock: { clock.now }, logger: logger)
    let running = Task {
      do {
        try await listener.stream(
          until: .onCancellation, listening: { bound.yield($0) }, pieces: responder)
        bound.finish()
      } catch {
        bound.finish(throwing: error)
        throw error
      }
    }
    for try await port in ports { return LoopbackHost(port: port, running: running) }
    throw OAuthError.misused("port", "the test server stopped before it listened")
  }

  /// Stops listening and closes the connections.
  package func stop() async {
    running.cancel()
    _ = await running.result
  }
}
