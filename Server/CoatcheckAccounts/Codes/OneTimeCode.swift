// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// What a one-time code was sent for. A code for one purpose is invalid for another.
public struct CodeKey: Sendable {
  /// The type of the message, such as `BIND_MOBILE_SMS`.
  public let purpose: String
  /// The contact that the code was sent to.
  public let contact: Contact
  /// What else the code belongs to: the digest of a pending login in hexadecimal, or the identifier of a
  /// user.
  public let scope: String

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - purpose: The type of the message, such as `BIND_MOBILE_SMS`.
  ///   - contact: The contact that the code was sent to.
  ///   - scope: The digest of a pending login in hexadecimal, or the identifier of a user.
  public init(purpose: String, contact: Contact, scope: String) {
    self.purpose = purpose
    self.contact = contact
    self.scope = scope
  }
}

extension CodeKey: Hashable {
  /// Whether all parts are equal, byte by byte.
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

/// A one-time code that was sent in a message. It contains only a digest of the digits.
public struct OneTimeCode: Sendable, Equatable {
  /// What the code was sent for. At most one code is stored for a key: a new one replaces the one before.
  public let key: CodeKey
  /// A digest of the digits, computed with a key that is not in the store; from 16 to 64 bytes.
  public let digest: [UInt8]
  /// The installation that requested the code. The code is valid only there.
  public let device: String
  /// The wall clock time at which it was sent.
  public let sentAt: Date
  /// The first moment at which it is expired.
  public let expiresAt: Date
  /// The number of remaining attempts, the successful one included.
  public let tries: Int

  /// Creates a code.
  ///
  /// - Parameters:
  ///   - key: What the code was sent for.
  ///   - digest: A digest of the digits, computed with a key that is not in the store; from 16 to 64
  ///     bytes.
  ///   - device: The installation that requested the code.
  ///   - sentAt: The wall clock time at which it was sent.
  ///   - expiresAt: The first moment at which it is expired.
  ///   - tries: The number of attempts that it permits.
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

/// A one-time code that a user entered.
public struct TypedCode: Sendable, Equatable {
  /// What the code must have been sent for.
  public let key: CodeKey
  /// The digest of the entered digits, computed like ``OneTimeCode/digest``.
  public let digest: [UInt8]
  /// The installation on which it was entered.
  public let device: String

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - key: What the code must have been sent for.
  ///   - digest: The digest of the entered digits, computed like ``OneTimeCode/digest``.
  ///   - device: The installation on which it was entered.
  public init(key: CodeKey, digest: [UInt8], device: String) {
    self.key = key
    self.digest = digest
    self.device = device
  }
}

/// The outcome of an attempt with a one-time code.
public enum CodeAttempt: Sendable, Equatable {
  /// The code is right, and is now used.
  case right
  /// The code is wrong. `left` attempts remain; with 0 the code is invalid.
  case wrong(left: Int)
  /// The code is unknown, expired, used, was attempted too often, or was sent to another installation.
  case gone
}
