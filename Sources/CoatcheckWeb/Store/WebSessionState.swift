// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// What a ``WebSessionStore`` knows of a session without its content: enough for a server that has opened the content of
/// this version before.
public struct WebSessionState: Sendable, Equatable {
  /// When the user began to sign in.
  public let startedAt: Date
  /// When the session ends, however much it is used.
  public let endsAt: Date
  /// When the session ends unless it is used before.
  public let idlesAt: Date
  /// How often the content was changed.
  public let version: Int

  /// A state.
  public init(startedAt: Date, endsAt: Date, idlesAt: Date, version: Int) {
    self.startedAt = startedAt
    self.endsAt = endsAt
    self.idlesAt = idlesAt
    self.version = version
  }
}

extension WebSessionRecord {
  /// Its state.
  public var state: WebSessionState {
    WebSessionState(startedAt: startedAt, endsAt: endsAt, idlesAt: idlesAt, version: version)
  }
}
