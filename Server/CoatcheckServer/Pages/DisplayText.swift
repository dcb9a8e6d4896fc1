// SPDX-License-Identifier: Apache-2.0

/// Prepares untrusted text (names of clients and users) for a page.
package enum DisplayText {
  /// The first 100 characters on one line, without control characters and changes of the text direction.
  package static func line(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
      default: true
      }
    }
    let line = String(String.UnicodeScalarView(kept))
    return line.count <= 100 ? line : line.prefix(99) + "…"
  }
}
