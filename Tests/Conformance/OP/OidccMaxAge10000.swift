// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccMaxAge10000 {
  @Test("oidcc-max-age-10000: a sign-in that is young enough is used again")
  func works() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(2))
    let page = try await op.answer(to: op.request(with: ["max_age": "10000", "prompt": "none"]))
    let second = try await op.redeem(op.redirected(page)["code"]).json
    let claims = try await op.claims(of: second["id_token"]).claims
    #expect(claims["auth_time"] == first["auth_time"])
    await op.server.stop()
  }
}
