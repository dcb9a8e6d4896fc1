// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes values to the standard output in every form that a program may print them in.
enum Show {
  /// A line.
  static func line(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  /// A value: as text, for debugging, reflected, and dumped with all it holds.
  static func value(_ name: String, _ value: Any) {
    var dumped = ""
    dump(value, to: &dumped, maxItems: 3_000)
    line("\(name): \(value)\n\(String(reflecting: value))\n\(dumped)")
    if let error = value as? any Error {
      line("\(name): \(error.localizedDescription) \((error as NSError).userInfo)")
    }
  }
}
