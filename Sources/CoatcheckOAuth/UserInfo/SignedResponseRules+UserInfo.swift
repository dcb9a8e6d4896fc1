// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension SignedResponseRules {
  /// What a signed answer of the userinfo endpoint says.
  ///
  /// - Parameters:
  ///   - token: The answer, its signature verified.
  ///   - subject: The `sub` of the ID token: the response has to be about the same user.
  /// - Throws: `unreadable`, ``OAuthError/Code/signedAnswerInvalid`` naming the claim, or
  ///   ``OAuthError/Code/subjectMismatch``. No claim of it may be used then.
  public func userInfo(
    in token: VerifiedJWT, about subject: String
  ) throws(OAuthError) -> UserInfo {
    try checks(of: token).checkType(token.header.type == nil || token.header.hasType("JWT"))
    // OIDC Core §5.3.2: "If signed, the UserInfo Response MUST contain the Claims iss (issuer) and aud
    // (audience) as members. The iss value MUST be the OP's Issuer Identifier URL. The aud value MUST be or
    // include the RP's Client ID value."
    try checkParties(of: token)
    try checkTimes(of: token)
    // An ID token and a logout token have the same iss and aud.
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
  /// The claims of a signed answer, for the issuer to sign.
  ///
  /// - Parameters:
  ///   - issuer: Who answers.
  ///   - clientID: The client that asked.
  public func signedClaims(issuer: Issuer, clientID: String) -> JSONObject {
    var signed = claims
    signed["iss"] = .string(issuer.text)
    signed["aud"] = .string(clientID)
    return signed
  }
}
