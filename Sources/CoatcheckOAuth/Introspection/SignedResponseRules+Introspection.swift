// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// Signed introspection responses: [RFC 9701 §5](https://www.rfc-editor.org/rfc/rfc9701#section-5).
extension SignedResponseRules {
  static let introspectionType = "token-introspection+jwt"
  static let introspectionMember = "token_introspection"

  /// Reads a signed introspection response, after its signature was verified.
  ///
  /// - Throws: `unreadable`: ``OAuthError/Code/signedAnswerInvalid``, naming the claim, when it is another
  ///   kind of JWT, from another issuer, for another audience, or not valid now;
  ///   ``OAuthError/Code/replyMalformed`` when it does not contain `active`. The token must not be accepted
  ///   then.
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
  /// The claims of a signed introspection response, for the authorization server to sign with the header
  /// `typ` of ``signedType``.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that returns the response.
  ///   - audience: The `client_id` of the resource server that sent the request.
  ///   - now: The current time of the wall clock, for `iat`.
  public func signedClaims(issuer: Issuer, audience: String, at now: Date) -> JSONObject {
    // The claims "sub" and "exp" are only in the nested object: RFC 9701 §8.1 omits them at the top level,
    // so that the JWT is not accepted as an access token.
    [
      "iss": .string(issuer.text), "aud": .string(audience),
      "iat": .number(JSONNumber(Int(now.timeIntervalSince1970))),
      SignedResponseRules.introspectionMember: .object(json),
    ]
  }

  /// The value of the header `typ` in a signed introspection response.
  public static let signedType = SignedResponseRules.introspectionType
}
