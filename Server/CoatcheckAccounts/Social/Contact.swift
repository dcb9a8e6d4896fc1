// SPDX-License-Identifier: Apache-2.0

/// A phone number or e-mail address of a user. It belongs to at most one user, and counts only after a
/// code has verified it.
public enum Contact: Sendable {
  /// A phone number in E.164 form: `+8613800000000`.
  case phone(String)
  /// An e-mail address with its domain in lower case.
  case email(String)

  /// `phone` or `email`.
  public var kind: String {
    switch self {
    case .phone: "phone"
    case .email: "email"
    }
  }

  /// The number or the address.
  public var value: String {
    switch self {
    case .phone(let value), .email(let value): value
    }
  }

  /// Creates a contact from its stored form.
  ///
  /// - Parameters:
  ///   - kind: `phone` or `email`.
  ///   - value: The number in E.164 form, or the address. It is not validated.
  /// - Returns: Nil for any other kind.
  public init?(kind: String, value: String) {
    switch kind {
    case "phone": self = .phone(value)
    case "email": self = .email(value)
    default: return nil
    }
  }
}

extension Contact: Hashable {
  /// Whether both have the same kind and the same value, byte by byte.
  public static func == (one: Contact, other: Contact) -> Bool {
    one.kind == other.kind && one.value.utf8.elementsEqual(other.value.utf8)
  }

  /// Hashes the kind and the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(Array(value.utf8))
  }
}
