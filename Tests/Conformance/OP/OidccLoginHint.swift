// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccLoginHint {
  @Test("oidcc-login-hint: a hint of who signs in is no error")
  func works() async throws {
    let op = try await OP()
    #expect(
      try await op.tokens(op.request(with: ["login_hint": "bob@example.com"]))["id_token"] != nil)
    await op.server.stop()
  }
}
