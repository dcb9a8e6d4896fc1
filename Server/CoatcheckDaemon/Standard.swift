// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckAccounts
import CoatcheckOAuth
import Foundation

/// The standard streams: output is the answer, error is everything else.
enum Standard {
  static func output(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  static func error(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("coatcheckd: \(line)\n".utf8))
  }

  /// Writes a line of the log, all of it at once.
  static func log(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Runs the body of a command: an error goes to standard error as one sentence, and ends the command with status 1.
  static func reporting(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      Self.error("error: \(sentence(of: error))")
      throw ExitCode.failure
    }
  }

  /// What an error says, without its type.
  static func sentence(of error: any Error) -> String {
    switch error {
    case let error as OAuthError: error.reason
    default: String(describing: error)
    }
  }
}
