// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutNoState {
  @Test("oidcc-rp-initiated-logout-no-state: without a state none comes back")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["state": nil])
    #expect(page.location == OP.out)
    #expect(try await !op.isSignedIn())
    await op.server.stop()
  }
}
