// SPDX-License-Identifier: Apache-2.0

/// The data after the command `DATA`: the content, and the line that ends it.
enum MailData {
  /// "If the first character is a period, one additional period is inserted at the beginning of the line."
  /// [RFC 5321 §4.5.2](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.2)
  static func text(_ content: String) -> String {
    let stuffed = (content.hasPrefix(".") ? "." : "") + content.replacing("\r\n.", with: "\r\n..")
    return stuffed + ".\r\n"
  }
}
