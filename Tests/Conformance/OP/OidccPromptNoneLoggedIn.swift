// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccPromptNoneLoggedIn {
  @Test("oidcc-prompt-none-logged-in: prompt=none brings a code at once for whoever is signed in")
  func works() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    let page = try await op.answer(to: op.request(with: ["prompt": "none"]))
    let second = try await op.redeem(op.redirected(page)["code"]).json
    #expect(try await op.claims(of: second["id_token"]).claims["sub"] == first["sub"])
    await op.server.stop()
  }
}
