// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Tokens of the FAPI 2.0 profile are bound to something")
struct TokenBindingTests {
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  /// A reply with an access token; one that can be read has these claims.
  private static func grant(_ type: String, _ claims: JSONObject?) throws -> TokenGrant {
    let text = try claims.map { try SigningKey.generate(.es256).sign($0, type: "at+jwt") }
    return TokenGrant(
      accessToken: Secret(text ?? "opaque"), tokenType: type, expiry: .unknown, receivedAt: start)
  }

  static let cases: [(String, String, JSONObject?, SecurityProfile.TokenBinding, String?)] = [
    ("an opaque DPoP token", "DPoP", nil, .none, nil),
    ("dPoP in odd letters", "dPoP", nil, .none, nil),
    ("a DPoP token of the key", "DPoP", ["cnf": ["jkt": .string(thumbprint)]], .none, nil),
    ("a DPoP token of another key", "DPoP", ["cnf": ["jkt": "x"]], .none, "cnf"),
    ("a DPoP token of no key", "DPoP", ["sub": "alice"], .none, "cnf"),
    ("a bearer token", "Bearer", nil, .none, "token_type"),
    (
      "a bearer token of the key", "Bearer", ["cnf": ["jkt": .string(thumbprint)]], .none,
      "token_type"
    ),
    ("an opaque token for a connection", "Bearer", nil, .certificate, nil),
    ("a token of a certificate", "Bearer", ["cnf": ["x5t#S256": "abc"]], .certificate, nil),
    ("a token of no certificate", "Bearer", ["sub": "alice"], .certificate, "cnf"),
  ]

  @Test("a token that is not bound to what was proved is refused", arguments: cases)
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
    // Other profiles leave it to the issuer.
    try SecurityProfile.standard.checkBinding(of: grant, to: nil)
  }

  @Test("the user is not prompted where the tokens would be bearer tokens")
  func before() throws {
    expectError(naming: "dpop") { try SecurityProfile.fapi2.checkBinding(isBoundToKey: false) }
    try SecurityProfile.fapi2.checkBinding(isBoundToKey: true)
    var profile = SecurityProfile.fapi2
    profile.tokenBinding = .certificate
    try profile.checkBinding(isBoundToKey: false)
    try SecurityProfile.standard.checkBinding(isBoundToKey: false)
  }
}
