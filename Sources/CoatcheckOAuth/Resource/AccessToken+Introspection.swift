// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

extension AccessToken {
  /// Creates a checked access token from an introspection response, when the token is valid for this
  /// resource server.
  ///
  /// - Parameters:
  ///   - introspection: The response of the authorization server.
  ///   - issuer: The issuer of the authorization server that returned it.
  ///   - audiences: The names of this resource server, one of which `aud` must contain. A response without
  ///     `aud` is accepted: the authorization server has decided that the token is for the requesting
  ///     resource server.
  ///   - now: The current time of the wall clock.
  /// - Throws: `refused`, ``OAuthError/Code/invalidToken``, when the token is not active, has expired, is
  ///   not valid yet, is from another issuer or for another resource, or has a claim that cannot be read.
  ///   The request must not be served then.
  public init(
    introspected introspection: Introspection, by issuer: Issuer, audiences: Set<String>, now: Date
  ) throws(OAuthError) {
    guard introspection.isActive else {
      throw .refused(
        .invalidToken, "The authorization server reports that the access token is invalid.")
    }
    let claims = introspection.claims
    guard introspection.issuer?.isExactly(issuer.text) != false else {
      throw Self.invalid("iss", "The access token is another issuer's.")
    }
    let audience = introspection.audience
    guard
      claims["aud"] == nil
        || audience.contains(where: { one in audiences.contains { $0.isExactly(one) } })
    else { throw Self.invalid("aud", "The access token is for another resource.") }
    try self.init(claims: claims, issuer: issuer, audience: audience)
    // RFC 7662 §4: "If the token can expire, the authorization server MUST determine whether or not the token
    // has expired." A caller that caches the response checks the expiry again.
    guard expiresAt.map({ now < $0 }) ?? true else {
      throw Self.invalid("exp", "The access token has expired.")
    }
    if let start = try Self.time("nbf", in: claims), start > now {
      throw Self.invalid("nbf", "The access token does not count yet.")
    }
  }
}
