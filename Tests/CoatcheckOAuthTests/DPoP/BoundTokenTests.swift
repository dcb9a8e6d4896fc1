// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Tokens bound to a key")
struct BoundTokenTests {
  @Test("a DPoP token is read from a well-formed field with the scheme DPoP only")
  func token() throws {
    var head = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
    #expect(try DPoPToken.from(head) == nil)
    for (value, expected) in [("dpop at-1", "at-1"), ("DPoP at-1", "at-1"), ("Bearer at-1", nil)] {
      head.headerFields[.authorization] = value
      #expect(try DPoPToken.from(head)?.reveal() == expected)
    }
    for value in ["DPoP", "DPoP a b", "DPoP "] {
      head.headerFields[.authorization] = value
      #expect(throws: OAuthError.self) { try DPoPToken.from(head) }
    }
    head.headerFields[values: .authorization] = ["DPoP a", "DPoP a"]
    #expect(throws: OAuthError.self) { try DPoPToken.from(head) }
  }

  @Test("a cnf claim is written and read, and one of an unknown form is refused")
  func confirmation() throws {
    let jkt = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
    let both = TokenConfirmation(thumbprint: jkt, certificateThumbprint: jkt)
    #expect(try TokenConfirmation(in: ["cnf": .object(both.json)]) == both)
    #expect(try TokenConfirmation(in: [:]) == nil)
    let bad: [JSONValue] = [
      .null, [:], "x", ["jkt": 5], ["jkt": "short"], ["kid": "k"],
      ["jkt": .string(jkt), "jwk": [:]],
    ]
    for value in bad {
      #expect(throws: OAuthError.self) { try TokenConfirmation(in: ["cnf": value]) }
    }
  }
}
