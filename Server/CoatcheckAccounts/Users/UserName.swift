// SPDX-License-Identifier: Apache-2.0

/// A user name, in the canonical form that is stored and compared.
///
/// The text is brought into Unicode normalization form C, the letters A to Z become a to z, and nothing
/// else is changed. So `Alice` and `alice` are one user, as are a composed and a decomposed `é`; `ı` is
/// not `i`, `ß` is not `ss`, and `É` is not `é`. Names have from 1 to 255 bytes of UTF-8. Spaces of any
/// kind, controls, invisible format characters and scalars that Unicode has not assigned are refused, not
/// removed: the stored name is the one that the user sees.
public struct UserName: Sendable, CustomStringConvertible {
  /// The maximum length in bytes of UTF-8.
  public static let limit = 255

  /// The canonical text.
  public let text: String

  /// Validates a name and brings it into canonical form.
  ///
  /// - Parameter typed: The name as the user enters it.
  /// - Throws: ``AccountError`` with `invalidUserName` when it is empty, longer than ``limit``, or
  ///   contains a character that is not permitted; its reason says which.
  public init(_ typed: String) throws(AccountError) {
    // The length is checked before the normalization too, so that a very long text is not normalized.
    guard (1...Self.limit).contains(typed.utf8.count) else { throw Self.wrongLength }
    // Visible ASCII without upper case is already canonical. Most names take this short path.
    if typed.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) }) {
      text = typed
      return
    }
    let folded = typed.canonical.unicodeScalars.map(Self.lowercased)
    guard folded.allSatisfy(Self.isAllowed) else {
      throw AccountError(
        .invalidUserName, "a user name cannot hold spaces, controls or invisible characters")
    }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: folded)
    text = String(scalars)
    guard (1...Self.limit).contains(text.utf8.count) else { throw Self.wrongLength }
  }

  /// The canonical text.
  public var description: String { text }

  private static var wrongLength: AccountError {
    AccountError(.invalidUserName, "a user name has from 1 to \(limit) bytes")
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint, !scalar.properties.isWhitespace else {
      return false
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      return false
    default:
      return true
    }
  }
}

extension UserName: Hashable {
  /// Whether the canonical texts are equal, byte by byte.
  public static func == (one: UserName, other: UserName) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Hashes the canonical bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
