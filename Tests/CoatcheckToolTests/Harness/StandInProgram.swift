// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A run of `coatcheck-standin`.
final class StandInProgram: Sendable {
  /// The address on which it listens.
  let url: String
  private let process: ChildProcess

  /// Starts it and waits until it listens.
  static func start(_ system: String, _ options: [String] = []) async throws -> StandInProgram {
    let process = try ChildProcess(
      Programs.path("coatcheck-standin"), [system, "--port", "0"] + options)
    let start = "listening on "
    let line = try await process.line { $0.hasPrefix(start) }
    return StandInProgram(process, at: String(line.dropFirst(start.count)))
  }

  private init(_ process: ChildProcess, at url: String) {
    self.process = process
    self.url = url
  }

  /// Ends it.
  func stop() { process.stop() }
}
