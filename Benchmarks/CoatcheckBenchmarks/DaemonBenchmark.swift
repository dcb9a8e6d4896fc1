// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckOAuth
import Foundation

/// `coatcheckd` as a whole process, with the settings of a production server.
struct DaemonBenchmark {
  let program: String
  let folder: String
  let database: String
  let transport: any HTTPTransport

  static let secret = Secret("benchmark-secret-0123456789-0123456789")

  /// Times cold starts, and then measures one server at rest and under load.
  ///
  /// - Parameter database: A connection string; nil for SQLite.
  static func run(
    program: String, starts: Int, seconds: Double, database: String? = nil
  ) async throws {
    let folder = NSTemporaryDirectory() + "/coatcheck-daemon-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let benchmark = DaemonBenchmark(
      program: program, folder: folder, database: database ?? folder + "/server.sqlite",
      transport: Transports.system)
    try Data(seed.utf8).write(to: URL(filePath: folder + "/seed.json"))
    try await benchmark.coldStarts(starts)
    try await benchmark.restAndLoad(seconds: seconds)
  }

  /// The engine of a database, from its path or connection string.
  static func engine(of database: String) -> String {
    database.hasPrefix("postgresql:") ? "PostgreSQL" : "SQLite"
  }

  private static var seed: String {
    """
    {"clients": [{"id": "machine", "secret": "\(secret.reveal())",
      "grantTypes": ["client_credentials"], "scopes": ["reports"]}]}
    """
  }

  private func coldStarts(_ count: Int) async throws {
    var first = Measurement("process start to first discovery answer")
    // Start 0 creates the database and the keys, and warms up the HTTP client of this process.
    for number in 0...count {
      let begin = wallTime()
      let server = try Server(self)
      defer { server.child.stop() }
      _ = try await discover(server)
      if number > 0 { first.add((wallTime() - begin) * 1e9) }
    }
    print("coatcheckd on \(Self.engine(of: database)), \(count) cold starts (wall time)")
    print(String(format: "  best %.1f ms, median %.1f ms", first.best / 1e6, first.median / 1e6))
  }

  private func restAndLoad(seconds: Double) async throws {
    let server = try Server(self)
    defer { server.child.stop() }
    let metadata = try await discover(server)
    try await Task.sleep(for: .seconds(2))
    print(try "coatcheckd, idle: \(Self.memory(of: server))")

    let client = ClientIdentity(id: "machine", authentication: .basic(Self.secret))
    guard let endpoint = metadata.tokenEndpoint else { throw Failure(text: "no token endpoint") }
    let exchange = DirectExchange(
      .clientCredentials, scopes: ["reports"], client: client, tokenEndpoint: endpoint)
    let before = try server.child.processorTime()
    let begin = wallTime()
    let count = try await load(exchange, until: begin + seconds)
    let (wall, processor) = (wallTime() - begin, try server.child.processorTime() - before)
    print(
      String(
        format: "coatcheckd, client_credentials: %d tokens in %.1f s; server %.2f CPU-s: "
          + "%.0f per CPU-second, %.0f per second", count, wall, processor,
        Double(count) / processor, Double(count) / wall))
    print(try "coatcheckd, after load: \(Self.memory(of: server))")
    let connections = try OpenConnections(1_000, to: server.issuer)
    for _ in 0..<10 { try connections.request("/.well-known/openid-configuration") }
    print(try "coatcheckd, with 1,000 connections: \(Self.memory(of: server))")
    connections.close()
    // The server returns free memory to the system every half minute.
    try await Task.sleep(for: .seconds(35))
    print(try "coatcheckd, after them: \(Self.memory(of: server))")
  }

  private static func memory(of server: Server) throws -> String {
    let (all, own) = (try server.child.residentMemory(), try server.child.anonymousMemory())
    return String(format: "%.1f MiB resident, %.1f of it anonymous", all, own)
  }

  private func discover(_ server: Server) async throws -> ServerMetadata {
    try await transport.perform(
      DiscoveryExchange(issuer: Issuer(server.issuer)), limit: .metadata, environment: .live)
  }

  /// Sixteen clients, each with one request at a time. Returns the number of responses.
  private func load(_ exchange: DirectExchange, until end: Double) async throws -> Int {
    let transport = transport
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var count = 0
          while wallTime() < end {
            _ = try await transport.perform(exchange, environment: .live)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
  }
}

extension DaemonBenchmark {
  /// One running daemon on a port of its own choice.
  struct Server {
    let child: Child
    let issuer: String

    init(_ benchmark: DaemonBenchmark) throws {
      try self.init(command: [
        benchmark.program, "serve", "--port", "0", "--announce",
        "--database", benchmark.database, "--seed", benchmark.folder + "/seed.json",
        "--key-file", benchmark.folder + "/key",
      ])
    }

    /// Starts a server that prints the address at which it listens.
    init(command: [String]) throws {
      let pipe = Pipe()
      child = try Child(
        command,
        output: pipe.fileHandleForWriting.fileDescriptor)
      try pipe.fileHandleForWriting.close()
      var bytes: [UInt8] = []
      while bytes.last != UInt8(ascii: "\n") {
        guard let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first else {
          child.stop()
          throw Failure(text: "coatcheckd ended without saying where it listens")
        }
        bytes.append(byte)
      }
      issuer = String(decoding: bytes.dropLast(), as: UTF8.self)
    }
  }
}
