// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccScopeAll {
  @Test("oidcc-scope-all: all scopes together bring all claims")
  func works() async throws {
    let op = try await OP(users: [.settled])
    let all = "openid profile email address phone"
    let tokens = try await op.tokens(op.request(with: ["scope": all]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    for name in ["sub", "name", "email", "address", "phone_number"] { #expect(claims[name] != nil) }
    await op.server.stop()
  }
}
