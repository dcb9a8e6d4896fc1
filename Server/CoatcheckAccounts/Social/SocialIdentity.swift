// SPDX-License-Identifier: Apache-2.0

/// A user of a social network, as one app of that network sees it. All parts are compared byte by byte:
/// `01` is not `1`.
public struct SocialIdentity: Sendable {
  /// The server's own name of the network, the same in all records.
  public let provider: String
  /// The identifier of the app at the network: its client identifier there.
  public let app: String
  /// The identifier of the user at the network.
  public let subject: String

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - provider: The server's own name of the network, the same in all records.
  ///   - app: The client identifier of the app at the network.
  ///   - subject: The identifier of the user at the network.
  public init(provider: String, app: String, subject: String) {
    self.provider = provider
    self.app = app
    self.subject = subject
  }
}

extension SocialIdentity: Hashable {
  /// Whether all three parts are equal, byte by byte.
  public static func == (one: SocialIdentity, other: SocialIdentity) -> Bool {
    one.provider.utf8.elementsEqual(other.provider.utf8)
      && one.app.utf8.elementsEqual(other.app.utf8)
      && one.subject.utf8.elementsEqual(other.subject.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for text in [provider, app, subject] { hasher.combine(Array(text.utf8)) }
  }
}
