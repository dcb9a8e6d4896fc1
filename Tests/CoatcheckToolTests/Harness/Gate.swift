// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server that other programs get their things from, with an access token of the stage's provider: `Programs/gate.py`.
final class Gate: Sendable {
  let port: Int
  /// Where its repositories and packages are.
  let folder: String
  private let program: ChildProcess
  private let log: String

  private init(_ program: ChildProcess, port: Int, folder: String, log: String) {
    self.program = program
    self.port = port
    self.folder = folder
    self.log = log
  }

  deinit { program.stop(SIGKILL) }

  /// Starts one.
  ///
  /// - Parameters:
  ///   - schemes: How it takes tokens: `basic`, `bearer`, or both with a comma.
  ///   - options: `tls`: it has a certificate of its own, `certificate.pem` in its folder. `registry`: it has images.
  static func start(
    _ schemes: String, _ options: [String] = [], on stage: Stage
  ) async throws -> Gate {
    let folder = stage.sandbox.folder + "/gate-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/git", withIntermediateDirectories: true)
    let log = folder + "/log"
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Programs/gate.py").path
    let words =
      ["python3", script, stage.server.issuer + "/userinfo", log, folder, schemes] + options
    let program = try ChildProcess(
      "/usr/bin/env", words, environment: ["PATH": Programs.foreign])
    let line = try await program.line { $0.hasPrefix("listening ") }
    guard let port = Int(line.dropFirst(10)) else { throw Sandbox.Unexpected(line) }
    return Gate(program, port: port, folder: folder, log: log)
  }

  /// Where it listens.
  var server: String { "127.0.0.1:\(port)" }

  /// The requests until now, each with method, path, scheme and status.
  var requests: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
