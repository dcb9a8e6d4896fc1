// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import Testing

@Suite("DPoP challenges and bindings")
struct DPoPChallengeTests {
  @Test(
    "a challenge is read whatever the case of its scheme",
    arguments: ["DPoP", "dpop", "DPOP", "dPoP"])
  func scheme(scheme: String) throws {
    let challenge = try #require(
      DPoPChallenge(
        fields: [
          "Bearer realm=\"x\", \(scheme) error=\"use_dpop_nonce\", algs=\"ES256 PS256\""
        ]))
    #expect(challenge.error == .useDPoPNonce)
    #expect(challenge.algorithms == ["ES256", "PS256"])
  }

  @Test("a challenge is written as RFC 9449 §7.1 shows it, and read back")
  func written() {
    var challenge = DPoPChallenge(error: .invalidToken, algorithms: [.es256, .ps256])
    challenge.errorDescription = "Invalid DPoP \"key\" binding"
    #expect(
      challenge.headerValue
        == "DPoP error=\"invalid_token\", error_description=\"Invalid DPoP 'key' binding\", "
        + "algs=\"ES256 PS256\"")
    challenge.errorDescription = "plain"
    #expect(DPoPChallenge(fields: [challenge.headerValue]) == challenge)
    #expect(DPoPChallenge().headerValue == "DPoP")
  }

  @Test("a refusal by a resource says why")
  func refusal() {
    var head = HTTPResponse(status: .unauthorized)
    #expect(DPoPChallenge.refusal(in: head, from: "It") == nil)
    head.headerFields[.wwwAuthenticate] = "DPoP error=\"invalid_dpop_proof\""
    #expect(DPoPChallenge.refusal(in: head, from: "It") == .refused(.invalidDPoPProof, ""))
    head.headerFields[.wwwAuthenticate] = "DPoP"
    #expect(DPoPChallenge.refusal(in: head, from: "It") == .refused(.invalidToken, ""))
  }

  @Test("the scheme DPoP carries one well-formed token, and any other scheme none")
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

  @Test("a binding is written and read back, and an unknown one is refused")
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
