// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClientTestRpBackchannelRpinitlogout {
  @Test("oidcc-client-test-rp-backchannel-rpinitlogout: a good logout token ends the session")
  func works() async throws {
    let party = try await RelyingParty()
    #expect(try await party.receiveLogout() == 200)
    #expect(try await party.store.sessions().isEmpty)
    await party.provider.stop()
  }
}
