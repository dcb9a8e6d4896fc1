// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A server that is a Python script, which prints `port NUMBER` first. It ends when this value is released.
final class PythonServer: Sendable {
  private let child: ChildProcess
  let port: Int

  init(_ script: String, _ arguments: [String]) async throws {
    child = try ChildProcess("/usr/bin/env", ["python3", "-u", "-c", script] + arguments)
    let line = try await child.line { $0.hasPrefix("port ") }
    port = Int(line.dropFirst(5)) ?? 0
  }

  deinit { child.crash() }

  /// What it printed so far, line by line.
  var lines: [Substring] { child.output.split(separator: "\n") }
}
