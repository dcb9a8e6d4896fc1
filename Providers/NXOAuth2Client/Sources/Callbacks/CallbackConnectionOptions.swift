// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// What else there is to say about a ``CallbackConnection``.
public struct CallbackConnectionOptions: Sendable {
  /// What becomes of the response's body.
  public enum Keeping: Sendable, Hashable {
    /// It is kept as a whole.
    case whole
    /// It is only handed to the delegate, piece by piece.
    case nothing
  }

  /// What becomes of the response's body.
  public var keepsData = Keeping.whole
  /// The longest response to read, and the longest time without a byte in either direction.
  public var limit = ResponseLimit(bytes: 64 << 20, deadline: .seconds(30))
  /// What becomes of redirects.
  public var redirects = RedirectRules.follow()

  /// As most requests want it: redirects are followed, and the response is kept up to 64 MiB.
  public init() {}
}
