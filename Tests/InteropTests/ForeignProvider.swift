// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `oidc-provider-mock` from PyPI, on a free loopback port, with the user bob.
///
/// Its ways: the issuer is `http://` and the Host header; any client is accepted; ID tokens carry no `kid`; a refresh
/// returns no new refresh token (seen in 0.3.4, 2026-11).
struct ForeignProvider {
  static let program = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/peers/bin/oidc-provider-mock").path()

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  let issuer: String
  private let process: ChildProcess

  static func start() async throws -> ForeignProvider {
    let process = try ChildProcess(
      program,
      [
        "--host", "127.0.0.1", "--port", "0", "--user-claims",
        #"{"sub": "bob", "email": "bob@example.test", "name": "Bob Example"}"#,
      ], environment: ["PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1"])
    let line = try await process.line { $0.contains("http://127.0.0.1:") }
    let start = try #require(line.range(of: "http://127.0.0.1:"))
    let port = line[start.upperBound...].prefix(while: \.isNumber)
    return ForeignProvider(issuer: "http://127.0.0.1:\(port)", process: process)
  }

  func stop() { process.stop() }
}
