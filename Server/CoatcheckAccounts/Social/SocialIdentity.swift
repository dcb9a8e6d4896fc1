// SPDX-License-Identifier: Apache-2.0

/// A user of a social network, as one of its apps sees it. It is compared as text, byte by byte: `01` is not `1`.
public struct SocialIdentity: Sendable {
  /// The network, by the name that the server has for it.
  public let provider: String
  /// The network's name for our app: its client id there.
  public let app: String
  /// The network's name for the user.
  public let subject: String

  /// Creates the value from its parts.
  public init(provider: String, app: String, subject: String) {
    self.provider = provider
    self.app = app
    self.subject = subject
  }
}

extension SocialIdentity: Hashable {
  /// Whether all three texts hold the same bytes.
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
