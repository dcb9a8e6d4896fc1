// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestDynamicRegistration {
  @Test("oidcc-client-test-dynamic-registration: a client registers, and its person signs in")
  func works() async throws {
    let party = try await RelyingParty()
    let registered = try await party.register()
    #expect(registered.metadata.redirectURIs == ["http://127.0.0.1:49152/callback"])
    let session = try await party.client(registered).signIn(scopes: [.openID])
    #expect(session.account.clientID == registered.id)
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.registration) == 1)
    await party.provider.stop()
  }
}
