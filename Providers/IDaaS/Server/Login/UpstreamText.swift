// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import Foundation

/// Cleans the untrusted texts of a social network about a user, before they are stored.
enum UpstreamText {
  /// A name on one line of at most 64 scalars, without control characters and changes of the writing
  /// direction.
  ///
  /// - Returns: Nil when nothing is left.
  static func name(_ text: String?) -> String? {
    guard let text else { return nil }
    // One character can have any number of combining marks, so scalars are counted.
    let line = DisplayText.line(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))))
      .trimmingCharacters(in: .whitespaces)
    return line.isEmpty ? nil : line
  }

  /// The address of a picture that a page may show; the server does not fetch it.
  ///
  /// - Returns: Nil unless it may be shown.
  static func picture(_ text: String?) -> String? {
    text.flatMap { AvatarAddress.isShown($0) ? $0 : nil }
  }
}
