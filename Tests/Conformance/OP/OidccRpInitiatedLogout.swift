// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogout {
  @Test("oidcc-rp-initiated-logout: the browser is signed out and comes back with the state")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut()
    #expect(page.location == OP.out + "?state=state-9876543210")
    #expect(try await !op.isSignedIn())
    await op.server.stop()
  }
}
