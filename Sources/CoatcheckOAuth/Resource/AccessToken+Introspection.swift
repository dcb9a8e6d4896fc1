// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

extension AccessToken {
  /// The token that an issuer was asked about, if it is good here.
  ///
  /// - Parameters:
  ///   - introspection: What the issuer said about it.
  ///   - issuer: Who was asked.
  ///   - audiences: The names of this resource. An issuer that does not say whom a token is for has decided
  ///     that it is for the requesting resource server.
  ///   - now: The time.
  /// - Throws: `refused`, ``OAuthError/Code/invalidToken``.
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
