// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The session of one browser, as a ``WebSessionStore`` keeps it.
///
/// A store sees no name, no token and no cookie: the content is sealed, and what a session is found by are keyed
/// hashes.
public struct WebSessionRecord: Sendable, Equatable {
  /// The hash of the session's cookie: 64 lower-case hexadecimal digits.
  public let key: String
  /// The hash of the provider's own session (`iss` and `sid`): 1 to 128 visible ASCII characters; nil where the
  /// provider names none.
  public let providerSession: String?
  /// The hash of the user (`iss`, the client's id and `sub`): 1 to 128 visible ASCII characters.
  public let user: String
  /// When the user began to sign in. A logout that the provider tells later than this ends the session.
  public let startedAt: Date
  /// When the session ends, however much it is used.
  public let endsAt: Date
  /// When the session ends unless it is used before.
  public var idlesAt: Date
  /// How often the content was changed.
  public var version: Int
  /// The sealed content.
  public var content: [UInt8]

  /// A record of a session that does not end by being idle, and was not changed.
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

  /// Whether the session has ended by time.
  public func isOver(at now: Date) -> Bool { now >= endsAt || now >= idlesAt }
}
