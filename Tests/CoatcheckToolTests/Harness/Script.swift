// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A shell script that a test makes and has executed.
enum Script {
  /// Writes it by another process.
  ///
  /// Linux refuses to execute a file that somebody has open for writing, and while this process has
  /// it open, a program which another test starts at that moment inherits it for an instant.
  static func install(_ text: String, at path: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"printf '%s' "$1" > "$0" && chmod 755 "$0""#, path, text]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Sandbox.Unexpected("no script at \(path)") }
  }
}
