// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The part of a session's record without its content: enough for a server that has already decrypted
/// the content of this version.
public struct WebSessionState: Sendable, Equatable {
  /// When the user started to sign in.
  public let startedAt: Date
  /// When the session expires even if it is used.
  public let endsAt: Date
  /// When the session expires unless it is used before.
  public let idlesAt: Date
  /// The number of changes of the content.
  public let version: Int

  /// Creates the state of a session.
  ///
  /// - Parameters:
  ///   - startedAt: When the user started to sign in.
  ///   - endsAt: When the session expires even if it is used.
  ///   - idlesAt: When the session expires unless it is used before.
  ///   - version: The number of changes of the content.
  public init(startedAt: Date, endsAt: Date, idlesAt: Date, version: Int) {
    self.startedAt = startedAt
    self.endsAt = endsAt
    self.idlesAt = idlesAt
    self.version = version
  }
}

extension WebSessionRecord {
  /// The record without its content.
  public var state: WebSessionState {
    WebSessionState(startedAt: startedAt, endsAt: endsAt, idlesAt: idlesAt, version: version)
  }
}
