// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutBadIdTokenHint {
  @Test("oidcc-rp-initiated-logout-bad-id-token-hint: a hint that is no token leads nowhere")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["id_token_hint": "not.a.token"])
    op.expectPage(page)
    try await op.expectStay(page)
    await op.server.stop()
  }
}
