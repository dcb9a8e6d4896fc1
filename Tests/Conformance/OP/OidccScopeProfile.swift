// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccScopeProfile {
  @Test("oidcc-scope-profile: the scope profile brings its claims, and no others")
  func works() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["scope": "openid profile"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["name"] == "Alice Example")
    #expect(claims["email"] == nil)
    await op.server.stop()
  }
}
