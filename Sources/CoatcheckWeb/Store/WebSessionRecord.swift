// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The session of one browser, as a ``WebSessionStore`` stores it.
///
/// A store holds no name, no token and no cookie in plain text: the content is encrypted, and sessions
/// are found by keyed hashes.
public struct WebSessionRecord: Sendable, Equatable {
  /// The hash of the session's cookie: 64 lower-case hexadecimal digits.
  public let key: String
  /// The hash of the login session at the provider (`iss` and `sid`): 1 to 128 visible ASCII
  /// characters; nil where the provider names none.
  public let providerSession: String?
  /// The hash of the user (`iss`, the client identifier and `sub`): 1 to 128 visible ASCII characters.
  public let user: String
  /// When the user started to sign in. A logout that the provider reports with a later time ends the
  /// session.
  public let startedAt: Date
  /// When the session expires even if it is used.
  public let endsAt: Date
  /// When the session expires unless it is used before.
  public var idlesAt: Date
  /// The number of changes of the content.
  public var version: Int
  /// The encrypted content. A store does not interpret it.
  public var content: [UInt8]

  /// Creates the record of a new session: its version is 0, and ``idlesAt`` is the end of the session.
  ///
  /// - Parameters:
  ///   - key: The hash of the session's cookie: 64 lower-case hexadecimal digits.
  ///   - providerSession: The hash of the login session at the provider: 1 to 128 visible ASCII
  ///     characters; nil where the provider names none.
  ///   - user: The hash of the user: 1 to 128 visible ASCII characters.
  ///   - startedAt: When the user started to sign in.
  ///   - endsAt: When the session expires even if it is used.
  ///   - content: The encrypted content.
  public init(
    key: String, providerSession: String?, user: String, startedAt: Date, endsAt: Date,
    content: [UInt8]
  ) {
    self.key = key
    self.providerSession = providerSession
    self.user = user
    self.startedAt = startedAt
    self.endsAt = endsAt
    self.content = content
    idlesAt = endsAt
    version = 0
  }

  /// Whether the session has expired, by its end or because it was idle.
  ///
  /// - Parameter now: The current time of the wall clock.
  public func isOver(at now: Date) -> Bool { now >= endsAt || now >= idlesAt }
}
