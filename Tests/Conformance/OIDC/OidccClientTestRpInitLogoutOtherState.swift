// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpInitLogoutOtherState {
  @Test("oidcc-client-test-rp-init-logout-other-state: coming back with another state is an error")
  func refused() async throws {
    let party = try await RelyingParty(.otherStateAfterLogout)
    let report = try await party.signOut()
    #expect(party.endSessionFailure(in: report)?.code == .stateMismatch)
    #expect(try await party.store.sessions().isEmpty)
    await party.provider.stop()
  }
}
