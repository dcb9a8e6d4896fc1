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

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let type: String
    var claims: JSONObject?
    var binding = SecurityProfile.TokenBinding.none
    let parameter: String?

    init(
      _ name: String, _ type: String, _ claims: JSONObject? = nil,
      _ binding: SecurityProfile.TokenBinding = .none, refused parameter: String? = nil
    ) {
      testDescription = name
      self.type = type
      self.claims = claims
      self.binding = binding
      self.parameter = parameter
    }
  }

  static let cases = [
    Case("an opaque DPoP token", "DPoP"),
    Case("dPoP in odd letters", "dPoP"),
    Case("a DPoP token of the key", "DPoP", ["cnf": ["jkt": .string(thumbprint)]]),
    Case("a DPoP token of another key", "DPoP", ["cnf": ["jkt": "x"]], refused: "cnf"),
    Case("a DPoP token of no key", "DPoP", ["sub": "alice"], refused: "cnf"),
    Case("a bearer token", "Bearer", refused: "token_type"),
    Case(
      "a bearer token of the key", "Bearer", ["cnf": ["jkt": .string(thumbprint)]],
      refused: "token_type"),
    Case("an opaque token for a connection", "Bearer", nil, .certificate),
    Case("a token of a certificate", "Bearer", ["cnf": ["x5t#S256": "abc"]], .certificate),
    Case("a token of no certificate", "Bearer", ["sub": "alice"], .certificate, refused: "cnf"),
  ]

  @Test("a token that is not bound to what was proved is refused", arguments: cases)
  func replies(_ row: Case) throws {
    var profile = SecurityProfile.fapi2
    profile.tokenBinding = row.binding
    let grant = try Self.grant(row.type, row.claims)
    let error = failure { () throws(OAuthError) in
      try profile.checkBinding(of: grant, to: Self.thumbprint)
    }
    #expect(error?.parameter == row.parameter)
    if row.parameter != nil { #expect(error == .unreadable(.tokenMalformed, "")) }
    // Other profiles leave it to the issuer.
    try SecurityProfile.standard.checkBinding(of: grant, to: nil)
  }

  @Test("the user is not prompted where the tokens would be bearer tokens")
  func before() throws {
    let error = failure { () throws(OAuthError) in
      try SecurityProfile.fapi2.checkBinding(isBoundToKey: false)
    }
    #expect(error?.parameter == "dpop")
    try SecurityProfile.fapi2.checkBinding(isBoundToKey: true)
    var profile = SecurityProfile.fapi2
    profile.tokenBinding = .certificate
    try profile.checkBinding(isBoundToKey: false)
    try SecurityProfile.standard.checkBinding(isBoundToKey: false)
  }
}
