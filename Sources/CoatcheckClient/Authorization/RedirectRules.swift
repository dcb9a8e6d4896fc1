// SPDX-License-Identifier: Apache-2.0

/// Whether an ``AuthorizedTransport`` follows the redirects of a resource server, and with which parts
/// of the request.
public struct RedirectRules: Sendable, Hashable {
  /// Where the body of a request may be sent again.
  public enum Bodies: Sendable, Hashable {
    /// Only to the origin of the first request.
    case withinOrigin
    /// To any origin that the resource server names, which receives the whole body. The reason is for
    /// readers of the code.
    case anywhere(because: String)
  }

  /// The maximum number of redirects that are followed one after another; 0 when redirects are
  /// returned.
  public let limit: Int
  /// Where the body of a request may be sent again.
  public let bodies: Bodies

  /// A redirect is not followed: it is returned as the response.
  public static let returned = RedirectRules(limit: 0, bodies: .withinOrigin)

  /// Redirects are followed, up to a maximum number.
  ///
  /// The authorization stays within the origin (scheme, host and port) of the request, or continues
  /// with TLS to the same host, from port 80 to 443 or to the same port: as soon as a redirect
  /// leads elsewhere, the fields that the ``Authorizer`` added and the fields `Cookie` and
  /// `Proxy-Authorization` are left out, and they do not come back, not even when a later redirect
  /// leads back. Other fields of the request go along; so a key of the service's own in a field of
  /// another name belongs into an ``Authorizer``.
  ///
  /// - Parameters:
  ///   - limit: How many redirects are followed one after another, from 1 to 20.
  ///   - bodies: Where the body of a request may be sent again.
  public static func follow(limit: Int = 5, bodies: Bodies = .withinOrigin) -> RedirectRules {
    RedirectRules(limit: min(max(limit, 1), 20), bodies: bodies)
  }
}
