// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Nonces of DPoP proofs")
struct NonceFaultTests {
  // attack: C-77
  @Test("The client sends two proofs to a server that refuses every nonce, and stops")
  func forEver() async throws {
    let party = try await RelyingParty([.dpopNonceForEver], client: Self.client())
    #expect(await failure { try await party.signIn() }?.code == .useDPoPNonce)
    #expect(party.provider.count(.token) == 2)
    #expect(try await party.store.sessions().isEmpty)
  }

  // attack: C-78
  @Test(
    "The client does not send a malformed nonce",
    arguments: [Fault.malformedDPoPNonce, .endlessDPoPNonce])
  func malformed(_ fault: Fault) async throws {
    let party = try await RelyingParty([fault], client: Self.client())
    #expect(await failure { try await party.signIn() }?.code == .useDPoPNonce)
    #expect(party.provider.count(.token) == 1)
    for request in party.provider.requests(.token) {
      let proof = try UnverifiedJWT(try #require(request.head.headerFields[.dPoP]))
      #expect(try proof.unverifiedClaimsForDisplay()["nonce"] == nil)
    }
  }

  // attack: C-79
  @Test("Each request has its own proof, for its own address")
  func proofs() async throws {
    let party = try await RelyingParty(client: Self.client())
    let session = try await party.signIn()
    _ = try await session.userInfo()
    var ids: [String] = []
    for place in [HostileProvider.Place.token, .userInfo] {
      for request in party.provider.requests(place) {
        let proof = try UnverifiedJWT(try #require(request.head.headerFields[.dPoP]))
        let claims = try proof.unverifiedClaimsForDisplay()
        #expect(claims["htu"]?.stringValue == party.provider.issuer + place.rawValue)
        #expect(claims["htm"]?.stringValue == request.head.method.rawValue)
        #expect((claims["ath"] != nil) == (place == .userInfo))
        ids.append(try #require(claims["jti"]?.stringValue))
      }
    }
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 4)
  }

  private static func client() -> HostileClient {
    var client = HostileClient(secret: Secret("a-secret-of-the-client"))
    client.bindsAccessTokens = true
    return client
  }
}
