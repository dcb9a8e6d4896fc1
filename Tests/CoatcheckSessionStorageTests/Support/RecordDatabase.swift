// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckSessionStorage
import TestSupport

/// A schema of its own in ``PostgreSQLServer/shared``.
struct RecordDatabase: Sendable {
  let schema: String
  /// The connection string.
  let address: String

  init(on server: PostgreSQLServer? = nil) async throws {
    schema = "r" + UUID().uuidString.lowercased().filter { $0 != "-" }
    address =
      if let server { server.address } else { try await PostgreSQLServer.shared.value.address }
  }

  /// Opens the records.
  ///
  /// - Parameter name: By what ``endConnections(of:)`` finds the connections.
  func open(
    as name: String = "test", options: String = "", environment: RuntimeEnvironment = .live
  ) async throws -> PostgreSQLRecords {
    try await PostgreSQLRecords(
      "\(address)&application_name=\(name)\(options)", schema: schema, connections: 2,
      environment: environment)
  }

  /// Ends connections, as a database does whose machine is restarted.
  func endConnections(of name: String) throws {
    _ = try run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
  }

  /// Runs a statement by PostgreSQL's own client.
  func run(_ statement: String) throws -> String {
    let words = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", address]
    let (output, status) = try ChildProcess.run(
      words + ["-c", "SET search_path TO \(schema)", "-c", statement])
    guard status == 0 else { throw OtherProcess.Failed(output: output) }
    return output
  }
}
