// SPDX-License-Identifier: Apache-2.0

/// A password, in the form that is hashed.
///
/// The text is brought into Unicode normalization form C and not changed otherwise: it is not trimmed and
/// not cut. It has from 1 to 1024 bytes of UTF-8 and no NUL. It prints as `[redacted]`.
///
/// [NIST SP 800-63B §3.1.1.2](https://pages.nist.gov/800-63-4/sp800-63b.html)
public struct Password: Sendable {
  /// The maximum length in bytes of UTF-8.
  public static let limit = 1024

  let bytes: [UInt8]

  /// Validates and normalizes a password.
  ///
  /// - Parameter typed: The password as the user enters it.
  /// - Throws: ``AccountError`` with `invalidPassword` when it is empty, longer than ``limit`` before or
  ///   after normalization, or contains a NUL.
  public init(_ typed: String) throws(AccountError) {
    // The length is checked before the normalization too, so that a very long text is not normalized.
    guard (1...Self.limit).contains(typed.utf8.count) else { throw Self.wrongLength }
    guard !typed.utf8.contains(0) else {
      throw AccountError(.invalidPassword, "a password cannot hold a NUL")
    }
    // "If Unicode characters are accepted in passwords, the verifier SHOULD apply the normalization
    // process for stabilized strings using either the NFKC or NFC normalization".
    bytes = Array(typed.canonical.utf8)
    guard (1...Self.limit).contains(bytes.count) else { throw Self.wrongLength }
  }

  private static var wrongLength: AccountError {
    AccountError(.invalidPassword, "a password has from 1 to \(limit) bytes")
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `[redacted]`.
  public var description: String { "[redacted]" }
  /// Always `[redacted]`.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
