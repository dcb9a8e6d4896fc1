// SPDX-License-Identifier: Apache-2.0

/// Where a user can be reached. No two users share one, and it counts only once it was proved by a code.
public enum Contact: Sendable {
  /// A phone number in E.164: `+8613800000000`.
  case phone(String)
  /// An e-mail address, its domain in lower case.
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

  /// A contact as it was stored.
  ///
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
  /// Whether both are of one kind and hold the same bytes.
  public static func == (one: Contact, other: Contact) -> Bool {
    one.kind == other.kind && one.value.utf8.elementsEqual(other.value.utf8)
  }

  /// Hashes the kind and the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(Array(value.utf8))
  }
}
