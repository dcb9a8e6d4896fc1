// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Testing

struct OidccClientTestNonceUnlessCodeFlow {
  // attack: C-18
  @Test(
    "oidcc-client-test-nonce-unless-code-flow: a nonce is sent for an ID token from the browser, and demanded"
  )
  func works() async throws {
    let party = try await RelyingParty()
    for type in [HybridTransaction.ResponseType.codeIDToken, .idTokenToken, .codeIDTokenToken] {
      let session = try await party.signIn(by: type)
      #expect(session.account.issuer == party.provider.issuer)
    }
    let requests = party.provider.requests(.authorize)
    #expect(requests.count == 3)
    #expect(requests.allSatisfy { $0.query.contains("nonce=") })
    await party.provider.stop()
    let mute = try await RelyingParty(.missingNonce)
    try await mute.expectRefusal(of: .codeIDToken, .nonceMismatch, "nonce")
  }
}
