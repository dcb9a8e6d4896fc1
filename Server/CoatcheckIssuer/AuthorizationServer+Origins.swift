// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
import CoatcheckFoundation

/// Which pages in a browser may read the answers to a client.
extension AuthorizationServer {
  /// Whether a page of this origin is one of a client's own: where its answers are sent, character by
  /// character.
  ///
  /// - Throws: When the store does not answer.
  public func isOrigin(_ origin: String, of clientID: String) async throws -> Bool {
    guard let client = try await store.client(clientID), client.standing == .active else {
      return false
    }
    return client.redirectURIs.contains { Self.origin(of: $0)?.isExactly(origin) == true }
  }

  /// The client an access token of ours was made for, even when the token has expired: a page has to read that
  /// it is.
  ///
  /// - Returns: Nil for anything else.
  public func clientID(of accessToken: Secret) async throws -> String? {
    AccessToken(
      accessToken, ring: try await keys.ring(), settings: settings, now: .distantPast,
      audience: .any)?.clientID
  }

  /// The origin of a web address as browsers write it; nil for other addresses.
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
