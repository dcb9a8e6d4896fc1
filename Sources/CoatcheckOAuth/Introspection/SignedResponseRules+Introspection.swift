// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// [RFC 9701 §5](https://www.rfc-editor.org/rfc/rfc9701#section-5).
extension SignedResponseRules {
  static let introspectionType = "token-introspection+jwt"
  static let introspectionMember = "token_introspection"

  /// What a signed answer says about the token.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/signedAnswerInvalid``, naming the claim: the token counts
  ///   as not good then.
  public func introspection(in token: VerifiedJWT) throws(OAuthError) -> Introspection {
    // RFC 9701 §8.1: "a JWT that is designed to be used as an access token […] MUST NOT be accepted" here,
    // nor any other kind.
    try checks(of: token).checkType(token.header.hasType(Self.introspectionType))
    try checkParties(of: token)
    // "iat […] MUST be included".
    _ = try checks(of: token).requiredDate("iat")
    try checkTimes(of: token)
    guard let json = token.claims[Self.introspectionMember]?.objectValue else {
      throw Self.invalid(Self.introspectionMember, "The answer says nothing about the token.")
    }
    return try Introspection(parsing: json)
  }
}

extension Introspection {
  /// The claims of a signed answer, for the issuer to sign with the type `token-introspection+jwt`.
  ///
  /// - Parameters:
  ///   - issuer: Who answers.
  ///   - audience: The id of the API that asked.
  ///   - now: The time.
  public func signedClaims(issuer: Issuer, audience: String, at now: Date) -> JSONObject {
    // "sub" and "exp" stay inside: RFC 9701 §8.1 leaves them out so that it is not accepted as an access
    // token.
    [
      "iss": .string(issuer.text), "aud": .string(audience),
      "iat": .number(JSONNumber(Int(now.timeIntervalSince1970))),
      SignedResponseRules.introspectionMember: .object(json),
    ]
  }

  /// The type of a signed answer.
  public static let signedType = SignedResponseRules.introspectionType
}
