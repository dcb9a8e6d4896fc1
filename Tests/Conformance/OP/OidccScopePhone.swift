// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccScopePhone {
  @Test("oidcc-scope-phone: the scope phone brings the number")
  func works() async throws {
    let op = try await OP(users: [.settled])
    let tokens = try await op.tokens(op.request(with: ["scope": "openid phone"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["phone_number"] == "+81 3 1234 5678")
    #expect(claims["address"] == nil)
    await op.server.stop()
  }
}
