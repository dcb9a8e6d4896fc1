// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestScopeUserinfoClaims {
  @Test("oidcc-client-test-scope-userinfo-claims: scopes bring the right claims")
  func works() async throws {
    let party = try await RelyingParty()
    let session = try await party.signIn([.openID, .profile, .email])
    let claims = try await session.userInfo().claims
    #expect(claims["name"] == "Alice Example")
    #expect(claims["email"] == "alice@example.org")
    await party.provider.stop()
    let other = try await RelyingParty()
    let fewer = try await other.signIn([.openID, .email]).userInfo().claims
    #expect(fewer["name"] == nil)
    #expect(fewer["email"] == "alice@example.org")
    await other.provider.stop()
  }
}
