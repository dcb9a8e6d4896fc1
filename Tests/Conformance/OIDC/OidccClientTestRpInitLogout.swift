// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpInitLogout {
  @Test("oidcc-client-test-rp-init-logout: the browser comes back with the state that was sent")
  func works() async throws {
    let party = try await RelyingParty()
    let report = try await party.signOut()
    #expect(report.isComplete)
    #expect(try await party.store.sessions().isEmpty)
    await party.provider.stop()
  }
}
