// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutNoIdTokenHint {
  @Test("oidcc-rp-initiated-logout-no-id-token-hint: without a hint the browser is not sent back")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["id_token_hint": nil])
    op.expectPage(page)
    try await op.expectStay(page)
    await op.server.stop()
  }
}
