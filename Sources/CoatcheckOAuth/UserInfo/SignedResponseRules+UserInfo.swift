// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension SignedResponseRules {
  /// Checks a signed userinfo response, and returns its claims.
  ///
  /// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
  ///
  /// - Parameters:
  ///   - token: The response, with a verified signature.
  ///   - subject: The `sub` of the ID token: the response has to be about the same user.
  /// - Throws: `unreadable`: ``OAuthError/Code/signedAnswerInvalid`` naming the claim or header
  ///   parameter, when another rule is broken; ``OAuthError/Code/subjectMismatch`` naming `sub`, when it
  ///   is about another user. None of its claims may be used then.
  public func userInfo(
    in token: VerifiedJWT, about subject: String
  ) throws(OAuthError) -> UserInfo {
    try checks(of: token).checkType(token.header.type == nil || token.header.hasType("JWT"))
    // OIDC Core §5.3.2: "If signed, the UserInfo Response MUST contain the Claims iss (issuer) and aud
    // (audience) as members. The iss value MUST be the OP's Issuer Identifier URL. The aud value MUST be or
    // include the RP's Client ID value."
    try checkParties(of: token)
    try checkTimes(of: token)
    // ID tokens and logout tokens can have the same `iss` and `aud`. Their claims `nonce` and `events` are
    // refused here.
    for name in ["nonce", "events"] where token.claims[name] != nil {
      throw Self.invalid(name, "The answer is another kind of JWT.")
    }
    guard let answered = token.claims["sub"]?.stringValue, answered.isExactly(subject) else {
      throw .unreadable(
        .subjectMismatch, "The userinfo response is about another user.", parameter: "sub")
    }
    return UserInfo(subject: answered, claims: token.claims)
  }
}

extension UserInfo {
  /// The claims with `iss` and `aud`, for the authorization server to sign as a userinfo response.
  ///
  /// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
  ///
  /// - Parameters:
  ///   - issuer: The issuer that signs, which becomes `iss`.
  ///   - clientID: The id of the client that sent the request, which becomes `aud`.
  public func signedClaims(issuer: Issuer, clientID: String) -> JSONObject {
    var signed = claims
    signed["iss"] = .string(issuer.text)
    signed["aud"] = .string(clientID)
    return signed
  }
}
