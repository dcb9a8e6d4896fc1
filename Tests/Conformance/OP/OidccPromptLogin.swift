// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccPromptLogin {
  @Test("oidcc-prompt-login: prompt=login asks for the password again")
  func works() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(5))
    let asked = op.request(with: ["prompt": "login"])
    #expect(try await op.answer(to: asked).location?.contains("/login?") == true)
    let second = try await op.claims(of: op.tokens(asked)["id_token"]).claims
    #expect(second["sub"] == first["sub"])
    #expect(second["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
    await op.server.stop()
  }
}
