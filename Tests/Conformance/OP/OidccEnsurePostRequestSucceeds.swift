// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsurePostRequestSucceeds {
  @Test("oidcc-ensure-post-request-succeeds: the request may come as a form")
  func works() async throws {
    let op = try await OP()
    let page = try await op.browser.post(op.server.issuer + "/authorize", op.request)
    #expect(page.status == 303)
    #expect(page.location?.contains("/login?") == true)
    let callback = try await op.callback()
    #expect(callback["code"] != nil)
    await op.server.stop()
  }
}
