// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A PostgreSQL of the tests' own: in a folder of its own, of a user without rights elsewhere, reached by a Unix
/// socket in that folder and, unless a test says more, by nothing else. Commits wait for the disk, as in operation.
///
/// It ends with the process that tests, however that ends, and takes its folder with it.
public final class PostgreSQLServer: Sendable {
  /// How a server is made.
  public struct Options: Sendable {
    /// How far its clock is from the machine's, as Debian's libfaketime reads it: `+30s`.
    public var clock = "+0s"
    /// The maximum number of connections.
    public var connections = 400
    /// IPv4 addresses of this machine at which it listens as well, to the four addresses of each network.
    public var addresses: [String] = []
    /// The size of a file system in memory for its files, which only root can make: `128m`.
    public var disk = ""

    /// The usual ones.
    public init() {}
  }

  /// One for all tests of this process, made when the first of them asks for it.
  public static let shared = Task { try await PostgreSQLServer() }

  /// Where it is.
  public let folder: String
  /// The connection string.
  public var address: String { address(of: "postgres") }
  private let server: ChildProcess

  /// Makes a database and starts its server.
  ///
  /// - Parameters:
  ///   - options: How it is made.
  ///   - primary: The server that it is a standby of; nil for one that takes writes.
  ///   - folder: Where it is to be, of a name that is free; nil for a name of its own.
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

  /// Kills it and starts it again on what is on the disk.
  /// It does not wait until that has recovered.
  public func crash() { server.send(SIGUSR1) }

  /// Kills it with all its processes, and takes its disk away.
  public func lose() async throws {
    server.send(SIGUSR2)
    _ = try await server.end()
  }

  /// Ends it, and removes its folder.
  public func stop() {
    server.send(SIGTERM)
    for _ in 0..<3_000 where server.exit == nil { usleep(10_000) }
  }

  /// Makes an empty database.
  ///
  /// - Returns: Its connection string.
  public func freshDatabase() throws -> String { address(of: try freshName()) }

  /// Makes an empty database.
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

  /// Runs commands of SQL as its superuser, each for itself.
  ///
  /// Those of others who are about to be refused have the connections that are kept for superusers for an
  /// instant: it asks again then, for two minutes.
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
