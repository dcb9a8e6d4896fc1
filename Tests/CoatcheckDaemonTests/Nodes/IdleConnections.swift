// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Sessions of another program that take all connections of a database's server, and do nothing with them.
final class IdleConnections: Sendable {
  private let server: PostgreSQLServer
  private let folder: Folder
  private let sessions: ChildProcess

  /// Takes all connections: those of a role are terminated until the role gets no new one.
  ///
  /// - Parameters:
  ///   - server: The server of databases.
  ///   - count: How many connections it has.
  ///   - role: The role that they are taken from, which is not a superuser's.
  init(to server: PostgreSQLServer, count: Int, insteadOf role: String) async throws {
    self.server = server
    folder = try Folder()
    try await server.run("CREATE ROLE idle LOGIN")
    sessions = try ChildProcess(
      "/bin/sh",
      [
        "-c", Self.script, "sessions", server.address(of: "postgres", user: "idle"), folder.path,
        "\(getpid())", "\(count)",
      ])
    // A role without privileges cannot take the last ones: superuser_reserved_connections.
    try await server.wait(
      until: """
        SELECT count(*) FILTER (WHERE usename = 'idle') = \(count - 3)
        FROM (SELECT usename, CASE usename WHEN '\(role)' THEN pg_terminate_backend(pid) END FROM pg_stat_activity) AS a
        """)
  }

  /// Releases the connections.
  func stop() async throws {
    try folder.write("over", [])
    for _ in 0..<1_000 where sessions.exit == nil {
      try await server.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'idle'")
      try await Task.sleep(for: .milliseconds(50))
    }
    try await server.run("DROP ROLE idle")
  }

  private static let script = """
    address=$1 folder=$2 tests=$3 count=$4
    session() {
      while [ ! -e "$folder/over" ] && kill -0 "$tests"; do
        psql --no-psqlrc --dbname="$address" --command='SELECT pg_sleep(3600)'
        sleep 0.1
      done
    }
    while [ "$count" -gt 0 ]; do
      session >/dev/null 2>&1 &
      count=$((count - 1))
    done
    wait
    """
}
