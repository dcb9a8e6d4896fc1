// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccMaxAge1 {
  @Test("oidcc-max-age-1: a sign-in that is too old is done again")
  func works() async throws {
    let op = try await OP()
    let first = try await op.claims(of: op.tokens()["id_token"]).claims
    op.server.clock.advance(by: .seconds(2))
    let asked = op.request(with: ["max_age": "1"])
    let second = try await op.claims(of: op.tokens(asked)["id_token"]).claims
    #expect(second["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
    await op.server.stop()
  }
}
