// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// The transport, limits and redirects of a ``CallbackConnection``.
public struct CallbackConnectionOptions: Sendable {
  /// Whether the connection keeps the body of the response.
  public enum Keeping: Sendable, Hashable {
    /// It is kept whole.
    case whole
    /// It is passed to the delegate in chunks, and not kept.
    case nothing
  }

  /// The transport; nil for the client's or, without a client, that of the platform.
  public var transport: (any HTTPTransport)?
  /// Whether the connection keeps the body of the response.
  public var keepsData = Keeping.whole
  /// The maximum size of the response, and the maximum time without a byte in either direction.
  public var limit = ResponseLimit(bytes: 64 << 20, deadline: .seconds(30))
  /// How redirects are handled.
  public var redirects = RedirectRules.follow()

  /// The default options: redirects are followed, and the response is kept up to 64 MiB.
  public init() {}
}
