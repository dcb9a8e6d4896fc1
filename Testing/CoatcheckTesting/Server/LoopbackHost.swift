// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
package import CoatcheckServer
import Foundation
package import Logging

/// Answers requests on a loopback port, for as long as it is held.
package final class LoopbackHost: Sendable {
  /// The port it listens on.
  package let port: Int
  private let running: Task<Void, any Error>

  private init(port: Int, running: Task<Void, any Error>) {
    self.port = port
    self.running = running
  }

  deinit { running.cancel() }

  /// Listens.
  ///
  /// - Parameters:
  ///   - port: The port to bind; 0 for any free one.
  ///   - limits: What a connection may cost.
  ///   - clock: The time that answers carry.
  ///   - logger: Receives what the listener has to say.
  ///   - responder: Makes what answers, once the port is known.
  /// - Throws: When the port cannot be bound; the responder's own.
  package static func start(
    on port: Int, limits: HTTPLimits, clock: TestClock, logger: Logger,
    responder: @escaping @Sendable (_ port: Int) async throws -> Responder
  ) async throws -> LoopbackHost {
    try await stream(on: port, limits: limits, clock: clock, logger: logger) { port in
      let responder = try await responder(port)
      return { .whole(await responder($0)) }
    }
  }

  /// Listens, with answers that are written piece by piece.
  static func stream(
    on port: Int, limits: HTTPLimits, clock: TestClock, logger: Logger,
    pieces responder: @escaping @Sendable (_ port: Int) async throws -> StreamingResponder
  ) async throws -> LoopbackHost {
    var taken: (any Error)?
    for _ in 0..<100 {
      do {
        return try await listen(
          on: port == 0 ? TestPorts.candidate() : port, limits: limits, clock: clock,
          logger: logger, pieces: responder)
      } catch let error as ListeningError {
        taken = error
        // A program that is just being started holds a copy of every socket of this one for a moment, also of
        // the one that listened on this port before.
        if port != 0 { try await Task.sleep(for: .milliseconds(20)) }
      }
    }
    throw taken ?? OAuthError.misused("port", "no port is free")
  }

  private static func listen(
    on port: Int, limits: HTTPLimits, clock: TestClock, logger: Logger,
    pieces responder: @escaping @Sendable (_ port: Int) async throws -> StreamingResponder
  ) async throws -> LoopbackHost {
    let (ports, bound) = AsyncThrowingStream.makeStream(of: Int.self)
    var limits = limits
    limits.idle = .seconds(60)
    let listener = HTTPListener(
      host: "127.0.0.1", port: port, limits: limits, clock: { clock.now }, logger: logger)
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

  /// Stops listening; connections end.
  package func stop() async {
    running.cancel()
    _ = await running.result
  }
}
