// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import Foundation

/// What a social network says about a user, before it is kept: it is untrusted.
enum UpstreamText {
  /// A name on one line of at most 64 scalars, without what controls or turns the direction of writing.
  ///
  /// - Returns: Nil when nothing is left.
  static func name(_ text: String?) -> String? {
    guard let text else { return nil }
    // One character may hold any number of accents, so scalars are counted.
    let line = DisplayText.line(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))))
      .trimmingCharacters(in: .whitespaces)
    return line.isEmpty ? nil : line
  }

  /// The address of a picture, for `<img>` under a policy; the server does not fetch it.
  ///
  /// - Returns: Nil unless it may be shown.
  static func picture(_ text: String?) -> String? {
    text.flatMap { AvatarAddress.isShown($0) ? $0 : nil }
  }
}
