// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutOnlyState {
  @Test(
    "oidcc-rp-initiated-logout-only-state: with a state alone the person is asked, and signed out")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["id_token_hint": nil, "post_logout_redirect_uri": nil])
    try await op.expectStay(page)
    let after = try await op.confirm(page)
    #expect(after.location == nil)
    #expect(after.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
    await op.server.stop()
  }
}
