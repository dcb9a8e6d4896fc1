// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import Foundation
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import UnixSignals

/// An HTTP/1.1 server on one address: it hands each request, complete and within the limits, to a
/// responder.
///
/// Requests in flight are answered before it stops.
public struct HTTPListener: Sendable {
  /// The address to bind, such as `127.0.0.1`.
  public let host: String
  /// The port to bind; 0 for any free one.
  public let port: Int
  /// The limits of its connections and requests.
  public let limits: HTTPLimits
  /// How the addresses of clients are found.
  public let addresses: ClientAddresses
  /// The certificate for TLS; nil for HTTP without TLS.
  public let certificate: ServerCertificate?

  private let clock: (@Sendable () -> Date)?
  private let logger: Logger

  /// What stops a listener.
  public enum Stop: Sendable {
    /// SIGTERM and SIGINT: on each connection, the request that was being read or answered is answered, and
    /// no further one.
    case onSignals
    /// Only the cancellation of the task that runs it.
    case onCancellation

    fileprivate var signals: [UnixSignal] {
      switch self {
      case .onSignals: [.sigterm, .sigint]
      case .onCancellation: []
      }
    }
  }

  /// Creates a listener; nothing is bound before ``run(until:listening:responder:)``.
  ///
  /// - Parameters:
  ///   - host: The address to bind: an IP address or a host name.
  ///   - port: The port to bind; 0 for any free one.
  ///   - limits: The limits of its connections and requests; those for a public server unless given.
  ///   - addresses: How the addresses of clients are found; those of the connections unless given.
  ///   - certificate: The certificate for TLS 1.2 or later; nil for HTTP without TLS.
  ///   - clock: The time of the `Date` header field; the wall clock of the machine unless given.
  ///   - logger: Receives the messages of the listener, from `notice` on.
  public init(
    host: String, port: Int, limits: HTTPLimits = .standard,
    addresses: ClientAddresses = .ofConnections, certificate: ServerCertificate? = nil,
    clock: (@Sendable () -> Date)? = nil, logger: Logger
  ) {
    self.host = host
    self.port = port
    self.limits = limits
    self.addresses = addresses
    self.certificate = certificate
    self.clock = clock
    self.logger = logger
  }

  /// Binds the address, creates the responder, and serves requests until it is stopped.
  ///
  /// - Parameters:
  ///   - stop: What stops it.
  ///   - listening: Called with the bound port as soon as requests are answered.
  ///   - responder: Creates the responder. Called once with the bound port; requests that come earlier
  ///     receive 503.
  /// - Throws: ``ListeningError`` when the address cannot be bound, and the error that `responder` throws:
  ///   nothing is served then.
  public func run(
    until stop: Stop, listening: @escaping @Sendable (_ port: Int) -> Void = { _ in },
    responder: @escaping @Sendable (_ port: Int) async throws -> Responder
  ) async throws {
    try await run(until: stop, listening: listening, stopping: {}, responder: responder)
  }

  /// As ``run(until:listening:responder:)``, with a function that is called as soon as a signal asks it to stop,
  /// while requests may still wait for their responses.
  package func run(
    until stop: Stop, listening: @escaping @Sendable (_ port: Int) -> Void,
    stopping: @escaping @Sendable () -> Void,
    responder: @escaping @Sendable (_ port: Int) async throws -> Responder
  ) async throws {
    try await stream(until: stop, listening: listening, stopping: stopping) { port in
      let responder = try await responder(port)
      return { .whole(await responder($0)) }
    }
  }

  /// As ``run(until:listening:responder:)``, with responses that are written in pieces.
  package func stream(
    until stop: Stop, listening: @escaping @Sendable (_ port: Int) -> Void = { _ in },
    stopping: @escaping @Sendable () -> Void = {},
    pieces responder: @escaping @Sendable (_ port: Int) async throws -> StreamingResponder
  ) async throws {
    let opened = OpenedResponder()
    let failure = Mutex<(any Error)?>(nil)
    // The messages of the framework at level `info` are not logged; the caller logs its own.
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .notice)
    // The framework logs a cancellation as an error.
    if case .onCancellation = stop { quiet.logLevel = .critical }
    let server = AcceptedConnections(
      limits: limits, addresses: addresses, certificate: certificate,
      now: clock ?? RuntimeEnvironment.live.now
    ) { request, _ in
      await opened.respond(to: request)
    }.server(
      configuration: ServerConfiguration(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections, logger: quiet)),
      onServerRunning: { channel in
        do {
          let bound = channel.localAddress?.port ?? port
          try await opened.open(responder(bound))
          listening(bound)
        } catch {
          failure.withLock { $0 = error }
          try? await channel.close()
        }
      },
      eventLoopGroup: .singletonMultiThreadedEventLoopGroup, logger: quiet)
    do {
      try await ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [AnnouncedStop(service: server, stopping: stopping)],
          gracefulShutdownSignals: stop.signals, logger: quiet)
      ).run()
    } catch let error as IOError {
      throw ListeningError(host: host, port: port, error: error)
    } catch {
      // The error of the framework only states that its server ended; the cause is more useful.
      throw failure.withLock { $0 } ?? error
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
