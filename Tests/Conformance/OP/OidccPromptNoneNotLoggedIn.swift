// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccPromptNoneNotLoggedIn {
  @Test("oidcc-prompt-none-not-logged-in: prompt=none without a sign-in is refused")
  func refused() async throws {
    let op = try await OP()
    let page = try await op.answer(to: op.request(with: ["prompt": "none"]))
    #expect(try op.redirected(page)["error"] == "login_required")
    await op.server.stop()
  }
}
