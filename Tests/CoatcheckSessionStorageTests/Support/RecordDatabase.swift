// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

/// A schema of its own in ``PostgreSQLServer/shared``.
struct RecordDatabase: Sendable {
  let schema: String
  private let server: PostgreSQLServer

  /// The connection string.
  var address: String { server.address }

  init(on server: PostgreSQLServer? = nil) async throws {
    schema = "r" + UUID().uuidString.lowercased().filter { $0 != "-" }
    self.server = if let server { server } else { try await PostgreSQLServer.shared.value }
  }

  /// Opens the records.
  ///
  /// - Parameter name: The name by which ``endConnections(of:)`` finds the connections.
  func open(
    as name: String = "test", options: String = "", environment: RuntimeEnvironment = .live
  ) async throws -> PostgreSQLRecords {
    try await PostgreSQLRecords(
      "\(address)&application_name=\(name)\(options)", schema: schema, connections: 2,
      environment: environment)
  }

  /// Opens a website's sessions.
  func openWebSessions(
    environment: RuntimeEnvironment = .live
  ) async throws -> PostgreSQLWebSessions {
    try await PostgreSQLWebSessions(
      address, schema: schema, connections: 6, environment: environment)
  }

  /// Ends connections, as a restart of the database's machine does.
  func endConnections(of name: String) async throws {
    try await run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
  }

  /// Runs a statement as the superuser.
  @discardableResult
  func run(_ statement: String) async throws -> String {
    try await server.run("SET search_path TO \(schema)", statement)
  }

  /// Repeats a call while the database is unavailable.
  static func whenReachable<R>(_ body: () async throws -> R) async throws -> R {
    for _ in 0..<600 {
      do {
        return try await body()
      } catch let error as OAuthError where error.code == .storeFailed && error.isTransient {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    return try await body()
  }
}
