// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckOAuth
import CoatcheckServer
import HTTPTypes
import Logging
import Synchronization

/// The administration of a running server: the audit log in its database, `/admin`, and the Unix socket.
final class ServedAdministration: Sendable {
  /// Keeps audit events in the database.
  let trail: AuditTrail

  private let store: any AdministrationStore
  /// The socket that the operator named; nil for the usual one.
  private let namedSocket: String?
  private let usualSocket: String?
  private let logger: Logger
  /// The current server; reading the configuration again replaces it.
  private let server = Mutex<IdentityServer?>(nil)
  private let isMade: AsyncStream<Void>
  private let made: AsyncStream<Void>.Continuation

  /// Prepares administration; nothing is served before ``responder(before:isOn:)`` and ``run(after:)``.
  init(
    _ configuration: ServerConfiguration, of store: any AdministrationStore,
    environment: RuntimeEnvironment, logger: Logger
  ) {
    self.store = store
    self.logger = logger
    namedSocket = configuration.adminSocket
    usualSocket = configuration.databasePlace?.adminSocket
    trail = AuditTrail(
      store: store, environment: environment,
      retention: Double(configuration.auditDays) * 86_400, logger: logger)
    (isMade, made) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The server, with administration in front of it if that is on.
  func responder(before server: IdentityServer, isOn: Bool) throws -> Responder {
    self.server.withLock { $0 = server }
    made.yield()
    guard isOn else { return server.respond }
    return try AdministrationAPI(before: server, store: store).respond
  }

  /// Writes the audit log and serves the socket, until the task is cancelled.
  ///
  /// - Parameter preparation: Applies the seed; the socket is served after that.
  /// - Throws: `SocketError` when the socket that was asked for by name cannot be served.
  func run(after preparation: Task<Void, any Error>) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [trail] in await trail.run() }
      group.addTask { [self] in
        for await _ in isMade {
          // If the preparation fails or is cancelled, the process ends.
          guard case .success = await preparation.result else { return }
          return try await serveSocket()
        }
      }
      // The first failure ends the others.
      while try await group.next() != nil {}
    }
  }

  /// Serves the socket. If the default socket cannot be served, the server continues without one, and the
  /// commands use the database.
  private func serveSocket() async throws {
    guard let path = namedSocket ?? usualSocket else { return }
    do {
      try await AdministrationSocket(path: path, logger: logger).run { [self] request, uid in
        guard let server = server.withLock(\.self) else {
          return ServedResponse(head: .init(status: .serviceUnavailable))
        }
        return await server.administer(request, by: uid, in: store)
      }
    } catch let error as SocketError where namedSocket == nil {
      logger.warning("no socket for administration", metadata: ["error": "\(error)"])
    }
  }
}
