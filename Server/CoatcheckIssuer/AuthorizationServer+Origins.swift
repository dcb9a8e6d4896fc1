// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
import CoatcheckFoundation

/// Decides which web pages may read the responses to a client (CORS).
extension AuthorizationServer {
  /// Whether an origin is that of one of the redirect URIs that an active client registered.
  ///
  /// - Parameters:
  ///   - origin: The value of the `Origin` header field, such as `https://app.example`. It is compared byte
  ///     by byte.
  ///   - clientID: The client identifier.
  /// - Returns: False as well when the client is unknown or disabled.
  /// - Throws: `StoreError` when the store cannot be read.
  public func isOrigin(_ origin: String, of clientID: String) async throws -> Bool {
    guard let client = try await store.client(clientID), client.standing == .active else {
      return false
    }
    return client.redirectURIs.contains { Self.origin(of: $0)?.isExactly(origin) == true }
  }

  /// The identifier of the client that an access token was issued to. An expired token is accepted, because
  /// a web page must be able to read the error response that says that the token has expired.
  ///
  /// - Parameter accessToken: The access token as it was presented.
  /// - Returns: Nil when the token was not issued by this server, or its signature is invalid.
  /// - Throws: What ``SigningKeys/ring()`` throws: the signing keys are not available.
  public func clientID(of accessToken: Secret) async throws -> String? {
    AccessToken(
      accessToken, ring: try await keys.ring(), settings: settings, now: .distantPast,
      audience: .any)?.clientID
  }

  /// The origin of an `http` or `https` URI, as browsers serialize it; nil for other URIs.
  ///
  /// [RFC 6454 §6.2](https://www.rfc-editor.org/rfc/rfc6454#section-6.2)
  static func origin(of uri: String) -> String? {
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where uri.hasPrefix(scheme) {
      let authority = uri.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
      guard !authority.isEmpty, !authority.contains("@") else { return nil }
      return scheme + (authority.hasSuffix(port) ? authority.dropLast(port.count) : authority)
    }
    return nil
  }
}
