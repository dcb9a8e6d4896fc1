// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
package import CoatcheckOAuth

/// An `id_token_hint`: an ID token of this server that a client sends back to name the expected user. It
/// does not authenticate the user.
///
/// [OIDC Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest),
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
package struct IDTokenHint: Sendable {
  /// The subject identifier of the user, as the client knows it.
  package let subject: String
  /// The clients that the ID token was issued to; one at least.
  package let audience: [String]
  /// The login session it was issued in, if it names one: ``LoginSession/sid``.
  package let sessionID: String?

  /// Verifies a hint. Its expiry is not checked.
  ///
  /// "The OP SHOULD accept ID Tokens when the RP identified by the ID Token's aud claim and/or sid claim has
  /// a current session or had a recent session at the OP, even when the exp time has passed."
  ///
  /// - Parameters:
  ///   - hint: The token as it was sent.
  ///   - ring: The keys of this server; a retired key is accepted for as long as it is published.
  ///   - issuer: The issuer that the token must name.
  /// - Throws: `refused`, `invalid_request` naming `id_token_hint`, unless it is an ID token which this
  ///   issuer signed.
  package init(_ hint: Secret, ring: KeyRing, issuer: Issuer) throws(OAuthError) {
    let refusal = OAuthError.refused(
      .invalidRequest, "The hint is not an ID token of this issuer.", parameter: "id_token_hint")
    guard let unverified = try? UnverifiedJWT(hint.reveal()),
      // Access tokens and logout tokens are signed with the same keys, and have other types.
      // https://www.rfc-editor.org/rfc/rfc8725#section-3.11
      unverified.header.hasType("JWT"),
      let jwt = try? unverified.verified(
        by: ring.verification, accepting: Set(SignatureAlgorithm.allCases)),
      // "When an id_token_hint parameter is present, the OP MUST validate that it was the issuer of the ID
      // Token."
      jwt.claims["iss"]?.stringValue?.isExactly(issuer.text) == true,
      // Other signed responses have the same type as ID tokens, but not all of these claims.
      jwt.claims["exp"]?.doubleValue != nil, jwt.claims["auth_time"]?.doubleValue != nil,
      let subject = jwt.claims["sub"]?.stringValue
    else { throw refusal }
    let names = jwt.claims["aud"].map { $0.arrayValue ?? [$0] } ?? []
    audience = names.compactMap(\.stringValue)
    guard !audience.isEmpty, audience.count == names.count else { throw refusal }
    self.subject = subject
    sessionID = jwt.claims["sid"]?.stringValue
  }

  /// Whether the ID token was issued to this client.
  package func isFor(_ clientID: String) -> Bool {
    audience.contains { $0.isExactly(clientID) }
  }
}
