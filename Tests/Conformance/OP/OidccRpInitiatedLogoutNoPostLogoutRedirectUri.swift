// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRpInitiatedLogoutNoPostLogoutRedirectUri {
  @Test(
    "oidcc-rp-initiated-logout-no-post-logout-redirect-uri: the person is signed out and reads so")
  func works() async throws {
    let op = try await OP(OP.leaving())
    let page = try await op.signInAndOut(["post_logout_redirect_uri": nil])
    #expect(page.status == 200)
    #expect(page.location == nil)
    #expect(page.text.contains("You are signed out"))
    #expect(try await !op.isSignedIn())
    await op.server.stop()
  }
}
