// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server for other programs (git, pip, docker and so on) that accepts tokens of the stage's provider: a
/// script in `Programs`.
final class Gate: Sendable {
  /// The ports on which it listens; `dovecot.py` has two.
  let ports: [Int]
  /// The folder of its repositories and packages.
  let folder: String
  private let program: ChildProcess
  private let log: String

  private init(_ program: ChildProcess, ports: [Int], folder: String, log: String) {
    self.program = program
    self.ports = ports
    self.folder = folder
    self.log = log
  }

  deinit { program.stop(SIGKILL) }

  /// Starts `gate.py`.
  ///
  /// - Parameters:
  ///   - schemes: The authentication schemes that it accepts: `basic`, `bearer`, or both with a comma.
  ///   - options: `tls`: it has a certificate of its own, `certificate.pem` in its folder. `registry`: it has images.
  static func start(
    _ schemes: String, _ options: [String] = [], on stage: Stage
  ) async throws -> Gate {
    try await start(script: "gate", [schemes] + options, on: stage)
  }

  /// Starts a script.
  ///
  /// - Parameters:
  ///   - script: The script's name.
  ///   - options: Its own arguments.
  static func start(
    script: String, _ options: [String] = [], on stage: Stage
  ) async throws -> Gate {
    let folder = stage.sandbox.folder + "/gate-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/git", withIntermediateDirectories: true)
    let log = folder + "/log"
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Programs/\(script).py").path
    let words = ["python3", script, stage.server.issuer + "/userinfo", log, folder] + options
    let program = try ChildProcess(
      "/usr/bin/env", words, environment: ["PATH": Programs.foreign])
    let line = try await program.line { $0.hasPrefix("listening ") }
    let ports = line.split(separator: " ").dropFirst().compactMap { Int($0) }
    guard !ports.isEmpty else { throw Sandbox.Unexpected(line) }
    return Gate(program, ports: ports, folder: folder, log: log)
  }

  /// The address of its first port.
  var server: String { "127.0.0.1:\(ports[0])" }

  /// The requests until now, each with method, path, scheme and status.
  var requests: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
