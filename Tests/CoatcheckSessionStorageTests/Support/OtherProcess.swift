// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Another process with the same database that does not use this library: Python and its `sqlite3`.
enum OtherProcess {
  /// Runs Python statements with `db` as the connection to the file, and waits for their end.
  static func run(_ script: String, _ file: String) async throws -> String {
    let (output, status) = try await start(script, file).end()
    guard status == 0 else { throw Failed(output: output) }
    return output
  }

  /// Starts Python statements with `db` as the connection to the file.
  static func start(_ script: String, _ file: String) throws -> ChildProcess {
    let start = """
      import sqlite3, sys, time
      db = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)

      """
    return try ChildProcess("/usr/bin/env", ["python3", "-u", "-c", start + script, file])
  }

  struct Failed: Error { let output: String }
}
