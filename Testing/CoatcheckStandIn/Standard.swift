// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The standard streams: output has the address and the users of the stand-in, error everything else.
enum Standard {
  static func output(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  static func error(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("coatcheck-standin: \(line)\n".utf8))
  }
}
