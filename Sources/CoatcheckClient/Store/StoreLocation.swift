// SPDX-License-Identifier: Apache-2.0

/// Where a store keeps its secrets, and what protects them there.
public struct StoreLocation: Sendable, Hashable {
  /// What protects the secrets from being read by others.
  public enum Protection: Sendable, Hashable {
    /// The secrets are in the memory of this program only.
    case memory
    /// File permissions alone protect them: a copy of the disk can be read.
    case plainText
    /// They are encrypted with a key that is kept elsewhere.
    ///
    /// - Parameter key: The name of the place of the key, such as `passphrase` or `secret-service`.
    case sealed(key: String)
    /// A service of the operating system protects them, such as a keychain.
    case system
  }

  /// The kind of store, in one word: `file`, `secret-service`.
  public let kind: String
  /// The path of the folder or file, or the name of the service.
  public let location: String
  /// What protects the secrets from being read by others.
  public let protection: Protection

  /// Creates the description of a place.
  ///
  /// - Parameters:
  ///   - kind: The kind of store, in one word, such as `file`.
  ///   - location: The path of the folder or file, or the name of the service, as text to display. Two
  ///     stores with the same location are taken to be the same place.
  ///   - protection: What protects the secrets from being read by others.
  public init(kind: String, location: String, protection: Protection) {
    self.kind = kind
    self.location = location
    self.protection = protection
  }
}
