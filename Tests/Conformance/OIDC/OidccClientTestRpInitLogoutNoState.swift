// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpInitLogoutNoState {
  @Test("oidcc-client-test-rp-init-logout-no-state: coming back without the state is an error")
  func refused() async throws {
    let party = try await RelyingParty(.noStateAfterLogout)
    let report = try await party.signOut()
    #expect(party.endSessionFailure(in: report)?.code == .stateMismatch)
    #expect(try await party.store.sessions().isEmpty)
    await party.provider.stop()
  }
}
