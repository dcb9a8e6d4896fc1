// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccScopeAddress {
  @Test("oidcc-scope-address: the scope address brings the address")
  func works() async throws {
    let op = try await OP(users: [.settled])
    let tokens = try await op.tokens(op.request(with: ["scope": "openid address"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["address"]?.objectValue?["country"] == "JP")
    #expect(claims["phone_number"] == nil)
    await op.server.stop()
  }
}
