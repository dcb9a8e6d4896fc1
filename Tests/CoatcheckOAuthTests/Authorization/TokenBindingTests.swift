// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Tokens of the FAPI 2.0 profile are sender-constrained")
struct TokenBindingTests {
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  /// A token response: the access token is a JWT with these claims, or opaque if they are nil.
  private static func grant(_ type: String, _ claims: JSONObject?) throws -> TokenGrant {
    let text = try claims.map { try SigningKey.generate(.es256).sign($0, type: "at+jwt") }
    return TokenGrant(
      accessToken: Secret(text ?? "opaque"), tokenType: type, expiry: .unknown, receivedAt: start)
  }

  static let cases: [(String, String, JSONObject?, SecurityProfile.TokenBinding, String?)] = [
    ("an opaque DPoP token", "DPoP", nil, .none, nil),
    ("a DPoP token, the type in another letter case", "dPoP", nil, .none, nil),
    ("a DPoP token bound to the key", "DPoP", ["cnf": ["jkt": .string(thumbprint)]], .none, nil),
    ("a DPoP token bound to another key", "DPoP", ["cnf": ["jkt": "x"]], .none, "cnf"),
    ("a DPoP token without a key binding", "DPoP", ["sub": "alice"], .none, "cnf"),
    ("a bearer token", "Bearer", nil, .none, "token_type"),
    (
      "a bearer token bound to the key", "Bearer", ["cnf": ["jkt": .string(thumbprint)]], .none,
      "token_type"
    ),
    ("an opaque token with mutual TLS", "Bearer", nil, .certificate, nil),
    ("a token bound to a certificate", "Bearer", ["cnf": ["x5t#S256": "abc"]], .certificate, nil),
    ("a token without a certificate binding", "Bearer", ["sub": "alice"], .certificate, "cnf"),
  ]

  @Test("a token that is not bound to the client's key or certificate is refused", arguments: cases)
  func replies(
    name: String, type: String, claims: JSONObject?, binding: SecurityProfile.TokenBinding,
    parameter: String?
  ) throws {
    var profile = SecurityProfile.fapi2
    profile.tokenBinding = binding
    let grant = try Self.grant(type, claims)
    let refusal = parameter.map { _ in OAuthError.unreadable(.tokenMalformed, "") }
    expectError(refusal, naming: parameter) { [profile] in
      try profile.checkBinding(of: grant, to: Self.thumbprint)
    }
    // The standard profile does not require a key binding.
    try SecurityProfile.standard.checkBinding(of: grant, to: nil)
  }

  @Test("a sign-in that would return bearer tokens is refused before the user is prompted")
  func before() throws {
    expectError(naming: "dpop") { try SecurityProfile.fapi2.checkBinding(isBoundToKey: false) }
    try SecurityProfile.fapi2.checkBinding(isBoundToKey: true)
    var profile = SecurityProfile.fapi2
    profile.tokenBinding = .certificate
    try profile.checkBinding(isBoundToKey: false)
    try SecurityProfile.standard.checkBinding(isBoundToKey: false)
  }
}
