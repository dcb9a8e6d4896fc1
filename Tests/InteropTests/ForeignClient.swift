// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A client of another project, in `Clients`, as a child process.
struct ForeignClient: Sendable {
  private let process: ChildProcess

  private static let root = ForeignPython.root
  private static let python = ForeignPython.path

  /// Whether the Python environment of the clients is installed.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
  /// Whether Debian's oidc-agent is installed as well.
  static let agentIsInstalled =
    isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/oidc-agent")

  /// Starts a script.
  init(_ script: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    var variables = [
      "PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1", "AUTHLIB_INSECURE_TRANSPORT": "1",
      "INITIAL_ACCESS_TOKEN": ServedIssuer.initialAccessToken, "NO_PROXY": "*", "no_proxy": "*",
    ]
    variables.merge(environment) { $1 }
    process = try ChildProcess(
      Self.python,
      [Self.root.appending(path: "Tests/InteropTests/Clients/\(script)").path()] + arguments,
      environment: variables)
  }

  /// The address that it prints when it listens.
  func address() async throws -> String { try await process.line { $0.hasPrefix("http://") } }

  /// The JSON object that it prints for a step.
  func step(_ name: String) async throws -> JSONObject {
    let line = try await process.line { Self.read($0)?["step"]?.stringValue == name }
    return try #require(Self.read(line))
  }

  /// The last object that it prints before it exits.
  func result() async throws -> JSONObject {
    let (output, status) = try await process.end()
    #expect(status == 0, "\(output)")
    return try #require(
      output.split(separator: "\n").last.flatMap { Self.read(String($0)) }, "\(output)")
  }

  /// Its output so far.
  var output: String { process.output }

  func stop() { process.stop() }

  private static func read(_ line: String) -> JSONObject? {
    try? JSONObject(parsing: Array(line.utf8))
  }
}
