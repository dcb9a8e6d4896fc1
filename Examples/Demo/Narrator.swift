// SPDX-License-Identifier: Apache-2.0

/// The demo's voice: what happens and why, and beneath it what went over the wire.
enum Narrator {
  static func step(_ text: String) { print("\n● \(text)") }
  static func tell(_ text: String) { print("  \(text)") }
  static func wire(_ text: String) { print("    ↔ \(text)") }
}
