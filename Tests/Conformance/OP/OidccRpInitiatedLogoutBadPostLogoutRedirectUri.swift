// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutBadPostLogoutRedirectUri {
  @Test(
    "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri: another address is an error")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": OP.out + "/else"])
    op.expectPage(page)
    try await op.expectStay(page)
    await op.server.stop()
  }
}
