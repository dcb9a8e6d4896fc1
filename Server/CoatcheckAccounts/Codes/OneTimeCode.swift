// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// What a code was sent for: a code for one purpose is invalid for another.
public struct CodeKey: Sendable {
  /// What the code is for: `BIND_MOBILE_SMS`.
  public let purpose: String
  /// Where it was sent.
  public let contact: Contact
  /// What it belongs to besides: the digest of a login that waits, in hexadecimal, or a user's id.
  public let scope: String

  /// Describes what a code was sent for.
  public init(purpose: String, contact: Contact, scope: String) {
    self.purpose = purpose
    self.contact = contact
    self.scope = scope
  }
}

extension CodeKey: Hashable {
  /// Whether both are for the same contact and hold the same bytes.
  public static func == (one: CodeKey, other: CodeKey) -> Bool {
    one.contact == other.contact && one.purpose.utf8.elementsEqual(other.purpose.utf8)
      && one.scope.utf8.elementsEqual(other.scope.utf8)
  }

  /// Hashes the contact and the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contact)
    for text in [purpose, scope] { hasher.combine(Array(text.utf8)) }
  }
}

/// A code that was sent in a message. The store never sees its digits.
public struct OneTimeCode: Sendable, Equatable {
  /// What it is for. There is one code at most: a new one replaces the one before.
  public let key: CodeKey
  /// A digest of the digits under a key which is not in the store.
  public let digest: [UInt8]
  /// The installation that asked for it; only the same may use it.
  public let device: String
  /// When it was sent.
  public let sentAt: Date
  /// The first moment at which it is expired.
  public let expiresAt: Date
  /// How many tries it stands, right ones included.
  public let tries: Int

  /// Describes a code.
  public init(
    key: CodeKey, digest: [UInt8], device: String, sentAt: Date, expiresAt: Date, tries: Int = 5
  ) {
    self.key = key
    self.digest = digest
    self.device = device
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.tries = tries
  }
}

/// A code as a user typed it.
public struct TypedCode: Sendable, Equatable {
  /// What it was sent for.
  public let key: CodeKey
  /// The digest of the typed digits, made as ``OneTimeCode/digest``.
  public let digest: [UInt8]
  /// The installation it was typed on.
  public let device: String

  /// Describes what was typed.
  public init(key: CodeKey, digest: [UInt8], device: String) {
    self.key = key
    self.digest = digest
    self.device = device
  }
}

/// What became of a try.
public enum CodeAttempt: Sendable, Equatable {
  /// Right; the code is used up.
  case right
  /// Wrong; so many tries are left, and without one left the code is invalid.
  case wrong(left: Int)
  /// The code is unknown, expired, used, tried too often, or was sent to another device.
  case gone
}
