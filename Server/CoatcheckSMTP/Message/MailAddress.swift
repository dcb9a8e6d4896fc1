// SPDX-License-Identifier: Apache-2.0

/// An e-mail address, as `MAIL FROM:<…>` and header fields contain it.
///
/// Only ASCII with a dot-atom as the local part is accepted. Text that needs quotes, ends the command or
/// begins another field is refused, and so are internationalized addresses (`SMTPUTF8`), which some servers
/// refuse. [RFC 5321 §4.1.2](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2)
struct MailAddress: Sendable, Equatable {
  let text: String
  /// The part after the `@`.
  let domain: String

  /// - Throws: `address`.
  init(_ text: String) throws(SMTPFailure) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, parts.count == 2, Self.isAtoms(parts[0], limit: 64),
      Self.isAtoms(parts[1], limit: 253)
    else { throw SMTPFailure(.writing, .address) }
    self.text = text
    domain = String(parts[1])
  }

  private static let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

  private static func isAtoms(_ text: Substring, limit: Int) -> Bool {
    text.utf8.count <= limit
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty
          && atom.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
              || marks.contains(byte)
          }
      }
  }
}
