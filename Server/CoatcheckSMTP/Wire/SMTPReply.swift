// SPDX-License-Identifier: Apache-2.0

/// A reply of the server: three digits, and a text on one or more lines.
///
/// [RFC 5321 §4.2](https://www.rfc-editor.org/rfc/rfc5321#section-4.2)
struct SMTPReply: Sendable, Equatable {
  let code: Int
  /// The text after the code, one for each line.
  let lines: [String]

  /// The enhanced status code at the beginning of the text, such as `5.1.1`; nil without one.
  ///
  /// [RFC 2034 §4](https://www.rfc-editor.org/rfc/rfc2034#section-4): the first digit is that of the reply code.
  var status: String? {
    guard let word = lines.first?.split(separator: " ").first else { return nil }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let isStatus =
      parts.count == 3 && parts[0] == String(code / 100)
      && parts.allSatisfy { (1...3).contains($0.count) && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    return isStatus ? String(word) : nil
  }

  /// The reply as a failure: only the codes, because the text can repeat an e-mail address.
  var cause: SMTPFailure.Cause {
    // "4yz" and "5yz" refuse; a client cannot act on any other reply that was not expected.
    (400...599).contains(code) ? .reply(code, status: status) : .unreadable
  }
}
