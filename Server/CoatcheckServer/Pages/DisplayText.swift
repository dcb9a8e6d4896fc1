// SPDX-License-Identifier: Apache-2.0

/// Untrusted text (names of clients and users) before it is put on a page.
package enum DisplayText {
  /// At most 100 characters on one line, without those that control or turn the direction of
  /// writing.
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
