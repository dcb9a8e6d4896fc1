// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("The required authentication context class (acr)")
struct AuthenticationContextTests {
  static let claims: [(String, JSONValue?, String?)] = [
    ("a required value", "silver", nil), ("the other required value", "gold", nil),
    ("another value", "bronze", "acr"), ("no value", nil, "acr"), ("null", .null, "acr"),
    ("a number", 1, "acr"), ("a list of a required value", ["silver"], "acr"),
    ("another letter case", "Silver", "acr"), ("an empty string", "", "acr"),
  ]

  // attack: C-61
  @Test("is one of those required, or the user is not signed in", arguments: claims)
  func essential(name: String, value: JSONValue?, parameter: String?) throws {
    var rules = try idTokenRules()
    rules.essentialACRs = ["silver", "gold"]
    let error = try TokenMint().refusal(["acr": value], rules: rules)
    #expect(error?.parameter == parameter)
    if parameter != nil { #expect(error == .unreadable(.idTokenInvalid, "")) }
  }

  @Test("is not required by a claims request that is not essential")
  func voluntary() throws {
    var claims = ClaimsRequest()
    #expect(claims.essentialACRs.isEmpty)
    claims.idToken["acr"] = ["values": ["gold"]]
    #expect(claims.essentialACRs.isEmpty)
    claims.idToken["acr"] = ["essential": false, "values": ["gold"]]
    #expect(claims.essentialACRs.isEmpty)
    claims.idToken["acr"] = ["essential": true, "value": "gold"]
    #expect(claims.essentialACRs == ["gold"])
    claims.require(acr: ["silver"])
    #expect(claims.essentialACRs == ["silver"])
  }
}
