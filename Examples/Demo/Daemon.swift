// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// `coatcheckd` on a free loopback port, with a database and a seed of its own in a temporary directory.
struct Daemon {
  let issuer: String
  private let process: ChildProcess
  private let directory: URL

  /// How long its access tokens live, in seconds: short enough to see one expire.
  static let accessTokenLifetime = 2

  private static let seed = """
    {
      "users": [
        {
          "username": "alice", "password": "correct horse battery staple",
          "claims": {"name": "Alice Example", "email": "alice@example.test"}
        }
      ],
      "clients": [
        {
          "id": "demo", "name": "The demo", "redirectURIs": ["http://127.0.0.1/callback"],
          "scopes": ["openid", "profile", "email", "offline_access"],
          "accessTokenLifetime": \(accessTokenLifetime)
        }
      ]
    }
    """

  static func start() async throws -> Daemon {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "coatcheck-demo-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let seed = directory.appending(path: "seed.json")
    try Data(Self.seed.utf8).write(to: seed)
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "coatcheckd")
    let process = try ChildProcess(
      program.path(),
      [
        "serve", "--port", "0", "--database", directory.appending(path: "demo.sqlite").path(),
        "--seed", seed.path(),
      ])
    let line = try await process.line { $0.contains("listening on http://127.0.0.1:") }
    let issuer = line.split(separator: " ").last.map(String.init) ?? ""
    return Daemon(issuer: issuer, process: process, directory: directory)
  }

  func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: directory)
  }
}
