// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Userinfo requests with sender-constrained tokens")
struct UserInfoFormTests {
  private func party() async throws -> RelyingParty {
    var client = try HostileClient.fapi2()
    client.userInfoAlgorithm = .es256
    var party = try await RelyingParty([], client: client)
    party.profile = .fapi2
    return party
  }

  @Test("A request for a signed response has a DPoP proof")
  func signed() async throws {
    let party = try await party()
    let client = try await party.client()
    let session = try await client.signIn(scopes: [.openID, .email])
    let claims = try await client.userInfo(of: session, as: .signed([.es256]))
    #expect(claims.claims["email"] == "alice@example.org")
    let key = try #require(session.stored?.dpopKey)
    #expect(Set(try party.proofKeys(.userInfo)) == [key.publicJWK.thumbprint])
  }

  @Test("The client does not send a sender-constrained token in a form")
  func form() async throws {
    let party = try await party()
    let client = try await party.client()
    let session = try await client.signIn(scopes: [.openID])
    let error = await failure {
      try await client.userInfo(
        of: session, as: .signed([.es256]), presentation: .form(because: "a test"))
    }
    #expect(error?.parameter == "presentation")
    #expect(party.provider.count(.userInfo) == 0)
  }
}
