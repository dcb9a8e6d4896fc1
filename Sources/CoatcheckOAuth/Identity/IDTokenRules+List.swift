// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

extension IDTokenRules {
  /// One rule.
  struct Rule: Sendable {
    /// The number in the list of OIDC Core §3.1.3.7, or another section.
    let number: String
    /// A short name of the rule.
    let name: String
    /// The sentence of the specification that the rule implements.
    let sentence: String
    /// Throws when a token breaks the rule.
    let check: @Sendable (IDTokenRules, SignedClaims) throws(OAuthError) -> Void
  }

  /// The rules in the order of OIDC Core §3.1.3.7. Numbers 1 (encryption), 6 (signature) and 8 (MAC) are
  /// checked before: `SignedClaims` are made only from a token that is decrypted, and whose signature or
  /// message authentication code is verified.
  static let all: [Rule] = [
    Rule(
      number: "RFC 8725 §3.11", name: "type",
      sentence: "Use Explicit Typing: one kind of JWT must not be taken for another.",
      check: checkType),
    Rule(
      number: "2", name: "issuer",
      sentence: "The Issuer Identifier […] MUST exactly match the value of the iss (issuer) Claim.",
      check: checkIssuer),
    Rule(
      number: "3", name: "audience",
      sentence: "The ID Token MUST be rejected if the ID Token does not list the Client as a valid "
        + "audience, or if it contains additional audiences not trusted by the Client.",
      check: checkAudience),
    Rule(
      number: "4, 5", name: "authorized party",
      sentence:
        "If the ID Token contains multiple audiences, the Client SHOULD verify that an azp Claim "
        + "is present. If an azp Claim is present, the Client SHOULD verify that its client_id is the "
        + "Claim Value.",
      check: checkAuthorizedParty),
    Rule(
      number: "7", name: "algorithm",
      sentence:
        "The alg value SHOULD be the default of RS256 or the algorithm sent by the Client in the "
        + "id_token_signed_response_alg parameter during Registration.",
      check: checkAlgorithm),
    Rule(
      number: "9", name: "expiry",
      sentence: "The current time MUST be before the time represented by the exp Claim.",
      check: checkExpiry),
    Rule(
      number: "10", name: "issued at",
      sentence: "The iat Claim can be used to reject tokens that were issued too far away from the "
        + "current time.",
      check: checkIssuedAt),
    Rule(
      number: "RFC 7519 §4.1.5", name: "not before",
      sentence: "The current date/time MUST be after or equal to the not-before date/time.",
      check: checkNotBefore),
    Rule(
      number: "11", name: "nonce",
      sentence:
        "If a nonce value was sent in the Authentication Request, a nonce Claim MUST be present "
        + "and its value checked to verify that it is the same value.",
      check: checkNonce),
    Rule(
      number: "12", name: "authentication context class",
      sentence:
        "If the acr Claim was requested, the Client SHOULD check that the asserted Claim Value is "
        + "appropriate. Here it is when it is one of those that were demanded.",
      check: checkAuthenticationContext),
    Rule(
      number: "13", name: "authentication time",
      sentence:
        "If the auth_time Claim was requested, […] the Client SHOULD check the auth_time Claim "
        + "value and request re-authentication if it determines too much time has elapsed.",
      check: checkAuthTime),
    Rule(
      number: "OIDC Core §2", name: "subject",
      sentence:
        "It MUST NOT exceed 255 ASCII characters in length. The sub value is a case-sensitive "
        + "string.",
      check: checkSubject),
    Rule(
      number: "OIDC Core §3.1.3.8", name: "access token hash",
      sentence:
        "If the ID Token contains an at_hash Claim, the Client MAY use it to validate the Access "
        + "Token. Here it does.",
      check: checkAccessTokenHash),
    Rule(
      number: "OIDC Core §3.3.2.10", name: "code hash",
      sentence:
        "The value of c_hash in the ID Token MUST match the value produced in the previous step if "
        + "c_hash is present in the ID Token. From the front channel it has to be present.",
      check: checkCodeHash),
    Rule(
      number: "FAPI 1.0 Advanced §5.2.3", name: "state hash",
      sentence:
        "shall verify that s_hash value is equal to the value calculated from the state value in the "
        + "authorization response in addition to all the requirements in 3.3.2.12 of OIDC.",
      check: checkStateHash),
  ]

  /// The functions of the rules, without the texts, so that the texts do not slow the checks.
  static let checks = all.map { Check(run: $0.check) }

  /// A structure around a function. A function that is an array element itself is called through a thunk
  /// that copies the rules and the token.
  struct Check: Sendable {
    let run: @Sendable (IDTokenRules, SignedClaims) throws(OAuthError) -> Void
  }

  @Sendable
  static func invalid(_ claim: String, _ reason: String) -> OAuthError {
    .unreadable(.idTokenInvalid, reason, parameter: claim)
  }
}
