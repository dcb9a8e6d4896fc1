// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A primary and its synchronous standby, in two folders. A lost server is replaced by a new standby in the
/// same folder, so that one connection string always names both.
public final class PostgreSQLPair: Sendable {
  private struct Roles {
    var primary: PostgreSQLServer
    /// The standby; nil after it was promoted, until there is another one.
    var standby: PostgreSQLServer?
  }

  private let folders: [String]
  private let roles: Mutex<Roles>

  /// Creates both, and waits until every commit waits for the standby.
  public init() async throws {
    let primary = try await PostgreSQLServer()
    let standby = try await PostgreSQLServer(standbyOf: primary)
    folders = [primary.folder, standby.folder]
    roles = Mutex(Roles(primary: primary, standby: standby))
    try await Self.require(at: primary)
  }

  /// Creates an empty database.
  ///
  /// - Returns: A connection string that names both servers.
  public func freshDatabase() throws -> String {
    let name = try roles.withLock(\.primary).freshName()
    return "postgresql:///\(name)?user=coatcheck&host=\(folders[0]),\(folders[1])"
      + "&target_session_attrs=read-write"
  }

  /// Removes the primary with its disk, and promotes the standby, as an operator does.
  public func failOver() async throws {
    let (lost, next) = roles.withLock { ($0.primary, $0.standby) }
    guard let next else { throw MissingLine(output: "there is no standby") }
    try await lost.lose()
    try await next.run("SELECT pg_promote()")
    // It copied this setting from the primary: commits would wait for a missing standby.
    try await next.run("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")
    roles.withLock { $0 = Roles(primary: next, standby: nil) }
  }

  /// Creates a standby of the new primary in the folder of the lost server, and waits until every commit
  /// waits for it.
  public func replaceStandby() async throws {
    let primary = roles.withLock(\.primary)
    let folder = folders.first { $0 != primary.folder }
    let standby = try await PostgreSQLServer(standbyOf: primary, in: folder)
    roles.withLock { $0.standby = standby }
    try await Self.require(at: primary)
  }

  /// Stops both.
  public func stop() {
    let roles = roles.withLock(\.self)
    roles.standby?.stop()
    roles.primary.stop()
  }

  private static func require(at primary: PostgreSQLServer) async throws {
    try await primary.run(
      "ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()")
    try await primary.wait(
      until: "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
  }
}
