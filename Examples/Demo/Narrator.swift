// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Prints the steps of the demo, and below each step the requests that were sent.
enum Narrator {
  static func step(_ text: String) { print("\n● \(text)") }
  static func tell(_ text: String) { print("  \(text)") }
  static func wire(_ text: String) { print("    ↔ \(text)") }
  static func fail(_ error: any Error) {
    FileHandle.standardError.write(Data("\ncoatcheck-demo: error: \(error)\n".utf8))
  }
}
