// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The rules for the parties of an ID token: issuer, audience, algorithm and subject.
extension IDTokenRules {
  static func checkType(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    try rules.checks(token.claims).checkType(token.isPlainJWT)
  }

  static func checkIssuer(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    try rules.checks(token.claims).checkIssuer(rules.issuer.text)
  }

  static func checkAudience(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    // Fast path: nearly every token has one audience.
    if case .string(let one) = token.claims["aud"], one.isExactly(rules.clientID) { return }
    let audience = try audience(of: token.claims)
    guard audience.contains(where: { $0.isExactly(rules.clientID) }) else {
      throw invalid("aud", "The ID token is for another client.")
    }
    let isTrusted = { (one: String) in
      one.isExactly(rules.clientID) || rules.trustedAudiences.contains { $0.isExactly(one) }
    }
    guard audience.allSatisfy(isTrusted) else {
      throw invalid("aud", "The ID token is also for a client which is not trusted.")
    }
  }

  static func checkAuthorizedParty(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError)
  {
    guard let party = token.claims["azp"] else {
      guard try audience(of: token.claims).count == 1 else {
        throw invalid(
          "azp", "The ID token is for several clients and does not say who asked for it.")
      }
      return
    }
    guard party.stringValue?.isExactly(rules.clientID) == true else {
      throw invalid("azp", "The ID token was asked for by another client.")
    }
  }

  static func checkAlgorithm(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    let isExpected =
      switch token.algorithm {
      case .signature(let algorithm): rules.algorithms.contains(algorithm)
      // "If the JWT alg Header Parameter uses a MAC based algorithm such as HS256, HS384, or HS512, the
      // octets of the UTF-8 representation of the client_secret […] are used as the key".
      case .mac(let algorithm): rules.macAlgorithm == algorithm
      }
    try rules.checks(token.claims).checkAlgorithm(isExpected)
  }

  static func checkAuthenticationContext(
    _ rules: IDTokenRules, _ token: SignedClaims
  ) throws(OAuthError) {
    guard !rules.essentialACRs.isEmpty else { return }
    // OIDC Core §5.5.1.1: "the Authorization Server MUST return an acr Claim Value that matches one of
    // the requested values".
    guard let named = token.claims["acr"]?.stringValue,
      rules.essentialACRs.contains(where: { $0.isExactly(named) })
    else {
      throw invalid("acr", "The user was not authenticated in a required way.")
    }
  }

  static func checkSubject(_ rules: IDTokenRules, _ token: SignedClaims) throws(OAuthError) {
    // The subject identifies an account. Unless they are ASCII, texts that `==` calls equal can have
    // different bytes, and stores treat control characters, above all NUL, differently.
    guard let subject = token.claims["sub"]?.stringValue, subject.isVSCHAR,
      subject.utf8.count <= 255
    else {
      throw invalid("sub", "The ID token's subject is not a text of 1 to 255 ASCII characters.")
    }
  }
}
