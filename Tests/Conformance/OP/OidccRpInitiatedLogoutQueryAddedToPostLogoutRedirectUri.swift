// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutQueryAddedToPostLogoutRedirectUri {
  @Test(
    "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri: it is an error")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": OP.out + "?foo=bar"])
    op.expectPage(page)
    try await op.expectStay(page)
    await op.server.stop()
  }
}
