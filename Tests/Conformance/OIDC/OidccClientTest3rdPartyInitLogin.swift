// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import HTTPTypes
import Testing

struct OidccClientTest3rdPartyInitLogin {
  // attack: C-67
  @Test("oidcc-client-test-3rd-party-init-login: a sign-in that somebody else begins is a sign-in")
  func works() async throws {
    let party = try await RelyingParty()
    let asked: Parameters = [
      "iss": party.provider.issuer, "target_link_uri": "https://evil.example/",
    ]
    let login = try InitiatedLogin(
      head: HTTPRequest(
        method: .get, scheme: "https", authority: "app.example", path: "/login?" + asked.encoded),
      issuers: [Issuer(party.provider.issuer)], origin: "https://app.example")
    #expect(login.issuer.text == party.provider.issuer)
    #expect(login.returnPath == "/")
    try await party.expectSignIn()
  }
}
