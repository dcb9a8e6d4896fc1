// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A PostgreSQL server for tests: in its own folder, run by an unprivileged user. By default it listens
/// only on a Unix socket in that folder. Commits wait for the disk, as in production.
///
/// When the process of the test ends, the server ends as well, and its folder is removed.
public final class PostgreSQLServer: Sendable {
  /// The options of a server.
  public struct Options: Sendable {
    /// The offset of its clock from the machine's, in the format of libfaketime: `+30s`.
    public var clock = "+0s"
    /// The maximum number of connections.
    public var connections = 400
    /// IPv4 addresses of this machine at which it listens as well, for clients in their /30 networks.
    public var addresses: [String] = []
    /// The size of a file system in memory for its files, which only root can mount: `128m`.
    public var disk = ""

    /// The default options.
    public init() {}
  }

  /// Shared by all tests of this process, and started for the first of them.
  public static let shared = Task { try await PostgreSQLServer() }

  /// The folder of the server.
  public let folder: String
  /// The connection string.
  public var address: String { address(of: "postgres") }
  private let server: ChildProcess

  /// Creates the database files, and starts the server.
  ///
  /// - Parameters:
  ///   - options: The options of the server.
  ///   - primary: The server that it is a standby of; nil for a primary.
  ///   - folder: The path of its folder, which must not exist; nil for a new one.
  public init(
    _ options: Options = Options(), standbyOf primary: PostgreSQLServer? = nil,
    in folder: String? = nil
  ) async throws {
    self.folder = try folder.map(Self.make) ?? Self.make()
    let script = self.folder + "/run"
    try ChildProcess.install(script: Self.script, at: script)
    server = try ChildProcess(
      "/bin/sh", [script, self.folder, "\(getpid())"],
      environment: [
        "shift": options.clock, "connections": "\(options.connections)",
        "addresses": options.addresses.joined(separator: ","), "disk": options.disk,
        "primary": primary?.folder ?? "",
      ])
    _ = try await server.line { $0.contains("database system is ready to accept") }
  }

  private static func make() throws -> String {
    var template = Array("/tmp/coatcheck-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw MissingLine(output: "no folder in /tmp") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func make(_ folder: String) throws -> String {
    guard mkdir(folder, 0o700) == 0 else { throw MissingLine(output: "no folder \(folder)") }
    return folder
  }

  /// Kills the server and starts it again from its disk, without waiting until it has recovered.
  public func crash() { server.send(SIGUSR1) }

  /// Kills the server with all its processes, and removes its disk.
  public func lose() async throws {
    server.send(SIGUSR2)
    _ = try await server.end()
  }

  /// Stops the server, and removes its folder.
  public func stop() {
    server.send(SIGTERM)
    for _ in 0..<3_000 where server.exit == nil { usleep(10_000) }
  }

  /// Creates an empty database.
  ///
  /// - Returns: Its connection string.
  public func freshDatabase() throws -> String { address(of: try freshName()) }

  /// Creates an empty database.
  ///
  /// - Returns: Its name.
  public func freshName() throws -> String {
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let (output, status) = try ChildProcess.run(
      ["createdb", "--host=" + folder, "--username=coatcheck", name])
    guard status == 0 else { throw MissingLine(output: output) }
    return name
  }

  /// The connection string of a database.
  public func address(of database: String, user: String = "coatcheck") -> String {
    "postgresql:///\(database)?user=\(user)&host=" + folder
  }

  /// Runs SQL commands as the superuser, each on its own.
  ///
  /// Connections that are being refused can occupy those reserved for superusers for a moment. The command
  /// is then repeated, for at most two minutes.
  ///
  /// - Returns: The rows, one a line.
  @discardableResult
  public func run(_ commands: String...) async throws -> String {
    for _ in 0..<2_400 {
      let child = try ChildProcess(
        "/usr/bin/env",
        [
          "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
          "--dbname=" + address,
        ] + commands.map { "--command=" + $0 })
      let (output, status) = try await child.end()
      if status == 0 { return output }
      guard output.contains("too many clients already") else { throw MissingLine(output: output) }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw MissingLine(output: "no connection for a superuser in two minutes")
  }

  /// Waits until a query has one row, which is `t`; gives up after two minutes.
  public func wait(until query: String) async throws {
    for _ in 0..<2_400 {
      if try await run(query).split(separator: "\n") == ["t"] { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw MissingLine(output: query)
  }
}
