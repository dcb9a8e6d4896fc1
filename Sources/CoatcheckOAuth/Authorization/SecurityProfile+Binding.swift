// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Checks that access tokens are sender-constrained.
///
/// [FAPI 2.0 Security Profile §5.3.3](https://openid.net/specs/fapi-security-profile-2_0-final.html),
/// [RFC 7800](https://www.rfc-editor.org/rfc/rfc7800).
extension SecurityProfile {
  /// Checks before a sign-in that its tokens will be sender-constrained.
  ///
  /// - Parameter isBoundToKey: Whether they will be bound to a key by DPoP.
  /// - Throws: `misused` naming `dpop`.
  package func checkBinding(isBoundToKey: Bool) throws(OAuthError) {
    // FAPI 2.0 §5.3.3: "shall support sender-constrained access tokens using one or both of the following
    // methods: MTLS [or] DPoP".
    guard strictness != .fapi2 || isBoundToKey || tokenBinding == .certificate else {
      throw .misused("dpop", "FAPI 2.0 wants tokens that are bound to a key or a certificate.")
    }
  }

  /// Checks that the tokens of a reply are bound to the expected key or to a certificate.
  ///
  /// - Parameters:
  ///   - grant: The tokens.
  ///   - thumbprint: The thumbprint of the DPoP key; nil when no proof was sent.
  /// - Throws: `unreadable` naming `token_type` or `cnf`; the tokens are not used.
  package func checkBinding(
    of grant: TokenGrant, to thumbprint: String?
  ) throws(OAuthError) {
    guard strictness == .fapi2 else { return }
    let isBoundToKey = DPoPToken.isType(grant.tokenType)
    guard isBoundToKey || tokenBinding == .certificate else {
      throw .unreadable(
        .tokenMalformed, "The authorization server issued tokens that are not bound to a key.",
        parameter: "token_type")
    }
    // An access token may be opaque to the client. If it is a JWT, its `cnf` claim names the binding:
    // RFC 9449 §6.1, RFC 8705 §3.1.
    guard let token = try? UnverifiedJWT(grant.accessToken.reveal()),
      let claims = try? token.unverifiedClaimsForDisplay()
    else { return }
    let confirmation = claims["cnf"]?.objectValue
    let isRight =
      isBoundToKey
      ? confirmation?["jkt"]?.stringValue == thumbprint && thumbprint != nil
      : confirmation?["x5t#S256"]?.stringValue?.isEmpty == false
    guard isRight else {
      throw .unreadable(
        .tokenMalformed, "The access token is not bound to what was proved.", parameter: "cnf")
    }
  }
}
