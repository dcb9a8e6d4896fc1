// SPDX-License-Identifier: Apache-2.0

/// Where a store keeps its secrets, and what protects them there.
public struct StoreLocation: Sendable, Hashable {
  /// What keeps others from reading the secrets.
  public enum Protection: Sendable, Hashable {
    /// They are in the memory of this program only.
    case memory
    /// File permissions alone: a copy of the disk can be read.
    case plainText
    /// Encryption with a key that is kept elsewhere.
    case sealed(key: String)
    /// A service of the system.
    case system
  }

  /// The kind of store, in one word: `file`, `secret-service`.
  public let kind: String
  /// The folder, file or service.
  public let location: String
  /// What keeps others from reading the secrets.
  public let protection: Protection

  /// A place.
  public init(kind: String, location: String, protection: Protection) {
    self.kind = kind
    self.location = location
    self.protection = protection
  }
}
